import { type BodyOf, call } from '../api.ts';
import { refreshAfter, useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../shell/person.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Page, Section } from '../ui/page.tsx';
import { RecordForm } from '../ui/record-form.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { AccessStep } from './access-step.tsx';
import { ComplianceStep } from './compliance-step.tsx';
import type { Person } from './edit-section.tsx';
import classes from './people.module.css';
import { usePersonFields } from './person-fields.ts';
import { SimilarPeople } from './similar-people.tsx';

const steps = ['who', 'profile', 'compliance', 'access'] as const;

/** Taking a person on in four steps. The server keeps each; the address says where one is. */
export default function NewPerson() {
  const t = useWords('people');
  const [search] = useSearch();
  const at = search.person ? Math.min(3, Math.max(1, Number(search.step ?? 2) - 1)) : 0;
  const crumbs = [{ label: t('list.title'), href: pathTo('people') }];
  return (
    <Page title={t('list.new')} crumbs={crumbs} lead={t('new.lead')} isNarrow>
      <ol className={classes.stepper}>
        {steps.map((step, index) => (
          <li
            key={step}
            aria-current={index === at ? 'step' : undefined}
            data-done={index < at || undefined}
          >
            <span aria-hidden>{index + 1}</span>
            {t(`new.steps.${step}`)}
          </li>
        ))}
      </ol>
      {search.person ? <Later contactUuid={search.person} at={at} /> : <First />}
    </Page>
  );
}

function First() {
  const t = useWords('people');
  const go = useGo();
  const user = usePerson();
  const fields = usePersonFields();
  const create = (stated: object, headers: Record<string, string>) => {
    // Whoever takes a person on looks after them, until another is chosen.
    const own = {
      status: 'ACTIVE',
      firmId: user?.tenantUuid,
      firmType: 'TENANT',
      contactManagerId: user?.userUuid,
      contactManagerFirmType: 'TENANT',
    };
    const body = { ...own, ...stated } as BodyOf<'createContact'>;
    return call('createContact', { body, headers });
  };
  const record = {
    contactType: 'PROSPECT',
    contactMeans: 'PHONE',
    preferredContactLanguage: 'SPANISH',
  };
  return (
    <Section title={t('new.steps.who')}>
      <RecordForm
        operation="createContact"
        fields={fields.first}
        record={record}
        isNew
        send={(stated, { headers }) => create(stated, headers)}
        saved={(made) => {
          void refreshAfter(['createContact']);
          if (made) void go(pathTo('newPerson', { person: made.contactUuid, step: 2 }));
        }}
        act={t('new.next')}
        draft="new-person"
        after={(typed) => <SimilarPeople typed={typed} />}
      />
    </Section>
  );
}

function Later({ contactUuid, at }: { contactUuid: string; at: number }) {
  const t = useWords('people');
  const person = useRead('getContact', { path: { contactUuid } });
  return (
    <Section title={t(`new.steps.${steps[at]}`)}>
      <Read of={person} skeleton={<Lines count={6} height={36} />}>
        {(data) => <Step person={data} at={at} />}
      </Read>
    </Section>
  );
}

function Step({ person, at }: { person: Person; at: number }) {
  const t = useWords('people');
  const go = useGo();
  const fields = usePersonFields();
  const write = useWrite('updateContact');
  const { contactUuid } = person;
  const path = { contactUuid };
  const to = (step: number) => void go(pathTo('newPerson', { person: contactUuid, step }));
  if (at === 2) return <ComplianceStep person={person} next={() => to(4)} />;
  if (at === 3) return <AccessStep person={person} />;
  const profile = [
    ...fields.personal.filter(({ path }) => !/Name$/.test(path)),
    ...fields.identity,
    ...fields.wealth,
    ...fields.relation.filter(({ path }) => path !== 'contactType'),
  ];
  return (
    <RecordForm
      operation="updateContact"
      fields={profile}
      record={person}
      send={(body, { headers }) => write.mutateAsync({ path, body, headers })}
      saved={() => to(3)}
      act={t('new.next')}
      draft={`new-person:${contactUuid}:2`}
      reread={() => call('getContact', { path })}
      of={{ entityType: 'CONTACT', entityUuid: contactUuid }}
    />
  );
}
