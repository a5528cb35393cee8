import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useFieldWord } from '../records/field-words.ts';
import { showDate } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

type Props = Pick<BriefAnswer, 'contacts' | 'readiness'>;

/** Lists what each client's record lacks, named as on its forms with the way there, and papers that expire. */
export function Missing({ contacts, readiness }: Props) {
  const t = useWords('brief');
  const wordOf = useFieldWord();
  const enums = useWords('enums');
  return (
    <Section title={t('missing.title')}>
      <ul className={classes.list}>
        {readiness.map((data) => {
          const contact = contacts.find(({ contactUuid }) => contactUuid === data.contactUuid);
          const name = contact ? (contact.displayName ?? contact.firstName) : '';
          const isWhole = data.steps.every(({ missing }) => missing.length === 0);
          const isAttention = data.status === 'ATTENTION';
          return (
            <li key={data.contactUuid} className={classes.missing}>
              <strong>{name}</strong>
              {isWhole && !isAttention && (
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
              {data.steps.map(({ step, missing }) =>
                missing.length === 0 ? null : (
                  <span key={step} className={classes.muted}>
                    {enums(`step.${step}`)}: {missing.map((field) => wordOf(field)).join(' · ')}{' '}
                    <Link
                      className="no-print"
                      href={pathTo(step === 'COMPLIANCE' ? 'compliance' : 'person', {
                        contactUuid: data.contactUuid,
                      })}
                      aria-label={t('missing.step', { name, step: enums(`step.${step}`) })}
                    >
                      {t('missing.complete')}
                    </Link>
                  </span>
                ),
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
