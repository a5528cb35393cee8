import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './page.tsx';

type Props = Pick<BriefAnswer, 'contacts' | 'readiness'>;

/** Lists what is still to be asked of each client, and papers that expire. */
export function Missing({ contacts, readiness }: Props) {
  const t = useWords('brief');
  return (
    <Section title={t('missing.title')}>
      <ul className={classes.list}>
        {readiness.map((data) => {
          const contact = contacts.find(({ contactUuid }) => contactUuid === data.contactUuid);
          const name = contact ? (contact.displayName ?? contact.firstName) : '';
          const fields = [...new Set(data.steps.flatMap(({ missing }) => missing))];
          const isAttention = data.status === 'ATTENTION';
          return (
            <li key={data.contactUuid} className={classes.missing}>
              <strong>{name}</strong>
              {fields.length === 0 && !isAttention && (
                <span className={classes.good}>
                  <IconCircleCheck size={14} aria-hidden />
                  {t('missing.none')}
                </span>
              )}
              {data.attention.map((each) => (
                <span key={each} className={classes.warn}>
                  <IconAlertTriangle size={14} aria-hidden />
                  {t(`missing.attention.${each}`)}
                </span>
              ))}
              {data.expiringDocuments.map((each) => (
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
