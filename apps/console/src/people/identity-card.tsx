import { IconAlertTriangle, IconMail, IconPhone } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { rulesOfReadiness } from '../field-catalogue.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showPhone } from '../phone.ts';
import { showDate } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Ring } from '../ui/ring.tsx';
import { Lines, Read } from '../ui/states.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';

const tones = { READY: 'good', INCOMPLETE: 'info', ATTENTION: 'warn' } as const;

/** Shows who a person is, how to reach them, and what their record still needs. */
export function IdentityCard({ person }: { person: Person }) {
  const t = useWords('people');
  const enums = useWords('enums');
  const { contactUuid } = person;
  const readiness = useRead('getContactReadiness', { path: { contactUuid } });
  const email = person.primaryEmail ?? person.preferredEmail;
  const phone = person.preferredPhoneNumber ?? person.phoneNumber;
  return (
    <Section title={t('sections.readiness')}>
      <Read of={readiness} skeleton={<Lines count={4} />}>
        {({ status, missing, steps, attention }) => (
          <>
            <div className={classes.ringRow}>
              <Ring
                done={Math.max(0, rulesOfReadiness - missing)}
                total={rulesOfReadiness}
                tone={tones[status]}
                size={64}
                label={t('missing', { count: missing })}
              />
              <div>
                <strong>{enums(`readiness.${status}`)}</strong>
                <p className={classes.quiet}>{t('missing', { count: missing })}</p>
              </div>
            </div>
            {attention.map((reason) => (
              <p key={reason} className={classes.attention}>
                <IconAlertTriangle size={16} aria-hidden />
                {enums(`attention.${reason}`)}
              </p>
            ))}
            <ul className={classes.steps}>
              {steps.map(({ step, complete, missing: names }) => (
                <li key={step} data-done={complete || undefined}>
                  <Link
                    href={pathTo(step === 'COMPLIANCE' ? 'compliance' : 'person', { contactUuid })}
                  >
                    {enums(`step.${step}`)}
                  </Link>
                  <span>
                    {complete
                      ? t('person.stepDone')
                      : t('person.stepMissing', { count: names.length })}
                  </span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Read>
      <div className={classes.reach}>
        {email && (
          <a href={`mailto:${email}`}>
            <IconMail size={16} aria-hidden />
            {email}
          </a>
        )}
        {phone && (
          <a href={`tel:${phone.phoneCountryCode}${phone.phoneNumber}`}>
            <IconPhone size={16} aria-hidden />
            {showPhone(phone)}
          </a>
        )}
      </div>
      <dl className={classes.key}>
        <dt>{t('columns.manager')}</dt>
        <dd>{person.managerName ?? '–'}</dd>
        <dt>{t('person.since')}</dt>
        <dd>{showDate(person.createdAt)}</dd>
        <dt>{t('person.access')}</dt>
        <dd>
          {person.credentialsInitializedAt
            ? t('person.accessSince', { date: showDate(person.credentialsInitializedAt) })
            : t('person.noAccess')}
        </dd>
      </dl>
    </Section>
  );
}
