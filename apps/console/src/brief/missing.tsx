import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { type AnswerOf, call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Section } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import classes from './brief.module.css';

type Props = {
  contactUuids: readonly string[];
  contacts: readonly UseQueryResult<AnswerOf<'getContact'>>[];
};

/** Lists what is still to be asked of each client, and papers that expire. */
export function Missing({ contactUuids, contacts }: Props) {
  const t = useWords('brief');
  const readiness = useQueries({
    queries: contactUuids.map((contactUuid) => ({
      queryKey: ['getContactReadiness', { path: { contactUuid } }],
      queryFn: () => call('getContactReadiness', { path: { contactUuid } }),
      retry: false,
    })),
  });
  return (
    <Section title={t('missing.title')}>
      <ul className={classes.list}>
        {readiness.map(({ data, isError }, index) => {
          const contact = contacts[index]?.data;
          const name = contact ? (contact.displayName ?? contact.firstName) : '';
          const fields = data ? [...new Set(data.steps.flatMap(({ missing }) => missing))] : [];
          const isAttention = data?.status === 'ATTENTION';
          return (
            <li key={contactUuids[index]} className={classes.missing}>
              <strong>{name}</strong>
              {isError && (
                <span className={classes.lost}>{t('lost', { part: t('parts.missing') })}</span>
              )}
              {!data && !isError && <Lines count={1} />}
              {data && fields.length === 0 && !isAttention && (
                <span className={classes.good}>
                  <IconCircleCheck size={14} aria-hidden />
                  {t('missing.none')}
                </span>
              )}
              {data?.attention.map((each) => (
                <span key={each} className={classes.warn}>
                  <IconAlertTriangle size={14} aria-hidden />
                  {t(`missing.attention.${each}`)}
                </span>
              ))}
              {data?.expiringDocuments.map((each) => (
                <span key={each.field} className={classes.warn}>
                  {t(`missing.document.${each.specificationType}`)}:{' '}
                  {t(each.expired ? 'missing.expired' : 'missing.expires', {
                    date: showDate(each.expirationDate),
                  })}
                </span>
              ))}
              {fields.length > 0 && (
                <span className={classes.muted}>
                  {fields
                    .map((each) =>
                      t(`missing.field.${each}`, { defaultValue: t('missing.field.other') }),
                    )
                    .join(' · ')}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
