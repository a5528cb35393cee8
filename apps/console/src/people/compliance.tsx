import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useFieldWord } from '../records/field-words.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { useComplianceFields } from './compliance-fields.ts';
import { EditSection, type Person } from './edit-section.tsx';
import { EmploymentBar } from './employment-bar.tsx';
import { ListSection, said } from './list-section.tsx';
import classes from './people.module.css';
import { PersonFrame } from './person-frame.tsx';

type Address = { isPrimary?: boolean };

/** Shows what the firm must know of a client by law, and what of it is missing. */
export default function Compliance() {
  return <PersonFrame tab="compliance">{(person) => <Sections person={person} />}</PersonFrame>;
}

function Sections({ person }: { person: Person }) {
  const t = useWords('people');
  const fields = useComplianceFields();
  return (
    <div className={classes.two}>
      <div className={classes.middle}>
        <ListSection
          title={t('sections.documents')}
          person={person}
          list="identityDocuments"
          fields={fields.documents}
          empty={t('compliance.noDocuments')}
          say={(item) => (
            <Lines2
              first={said(fields.documents, item, [
                'specificationData.specificationType',
                'specificationData.identityId',
              ])}
              second={said(fields.documents, item, [
                'specificationData.country',
                'specificationData.expirationDate',
              ])}
            />
          )}
        />
        <EditSection
          title={t('sections.declarations')}
          fields={fields.declarations}
          person={person}
          name="declarations"
        />
        <ListSection
          title={t('sections.pep')}
          person={person}
          list="pepEntries"
          fields={fields.pep}
          empty={t('compliance.noPep')}
          say={(item) => (
            <Lines2
              first={said(fields.pep, item, ['name', 'relationship'])}
              second={said(fields.pep, item, ['position', 'institution', 'country'])}
            />
          )}
        />
        <EditSection
          title={t('sections.employment')}
          fields={fields.employment}
          person={person}
          name="employment"
        />
        <ListSection
          title={t('sections.history')}
          person={person}
          list="employmentHistory"
          fields={fields.history}
          empty={t('compliance.noHistory')}
          say={(item) => (
            <Lines2
              first={said(fields.history, item, ['jobPosition', 'employerName'])}
              second={said(fields.history, item, ['startDate', 'endDate'])}
            />
          )}
        />
        <ListSection
          title={t('sections.addresses')}
          person={person}
          list="addresses"
          fields={fields.addresses}
          empty={t('compliance.noAddresses')}
          say={(item) => (
            <span className={classes.address}>
              <Lines2
                first={said(fields.addresses, item, ['streetName', 'streetNumber', 'apartment'])}
                second={said(fields.addresses, item, [
                  'commune',
                  'city',
                  'country',
                  'contactAddressType',
                ])}
              />
              {(item as Address).isPrimary && <Chip tone="info">{t('compliance.primary')}</Chip>}
            </span>
          )}
        />
      </div>
      <aside className={classes.right}>
        <Checklist person={person} />
        <EmploymentBar person={person} />
      </aside>
    </div>
  );
}

function Lines2({ first, second }: { first: string; second: string }) {
  return (
    <span className={classes.lines}>
      <span>{first || '–'}</span>
      <span className={classes.quiet}>{second}</span>
    </span>
  );
}

/** Every thing that the record needs, done or missing. */
function Checklist({ person: { contactUuid } }: { person: Person }) {
  const t = useWords('people');
  const wordOf = useFieldWord();
  const enums = useWords('enums');
  const readiness = useRead('getContactReadiness', { path: { contactUuid } });
  return (
    <Section title={t('sections.checklist')}>
      <Read of={readiness} skeleton={<Lines count={6} />}>
        {({ steps }) => (
          <ul className={classes.checklist}>
            {steps.flatMap(({ step, complete, missing, invalid }) =>
              complete
                ? [
                    <li key={step} data-done>
                      <IconCircleCheck size={16} aria-hidden />
                      {enums(`step.${step}`)}
                    </li>,
                  ]
                : [
                    ...missing.map((name) => (
                      <li key={`${step} ${name}`}>
                        <IconCircleDashed size={16} aria-hidden />
                        {t('compliance.missing', { name: wordOf(name) })}
                      </li>
                    )),
                    ...invalid.map(({ field, message }) => (
                      <li key={`${step} ${field}`} data-bad>
                        <IconCircleDashed size={16} aria-hidden />
                        {t('compliance.invalid', {
                          name: wordOf(field.replace(/[[.].*/, '')),
                          message,
                        })}
                      </li>
                    )),
                  ],
            )}
          </ul>
        )}
      </Read>
    </Section>
  );
}
