import { Switch } from '@mantine/core';
import { useState } from 'react';
import { type BodyOf, call } from '../api.ts';
import { can } from '../can.ts';
import { refreshAfter } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { parsePhone } from '../phone.ts';
import type { Values } from '../records/field.tsx';
import { nameOf, partsOfName } from '../records/person-name.ts';
import { RecordForm } from '../records/record-form.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Page, Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import { letIn, type Reached } from './let-in.ts';
import { usePersonFields } from './person-fields.ts';
import { SimilarPeople } from './similar-people.tsx';

/** Taking a person on, on one page: first and last name are enough, and whoever is there already stands beside it. */
export default function NewPerson() {
  const t = useWords('people');
  const go = useGo();
  const user = usePerson();
  const [{ name = '', phone = '' }] = useSearch<'newPerson'>();
  const fields = usePersonFields();
  const [isInvited, setInvited] = useState(false);
  const { name: named, contact, identity } = fields.forNew;
  const groups = [
    {
      title: t('new.who'),
      fields: named,
      below: (typed: Values) => <SimilarPeople typed={typed} />,
    },
    { title: t('sections.contact'), fields: contact },
    { title: t('sections.identity'), fields: identity },
  ];
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
    ...partsOfName(name),
    preferredPhoneNumber: parsePhone(phone),
    contactType: 'PROSPECT',
    contactMeans: 'PHONE',
    preferredContactLanguage: 'SPANISH',
  };
  return (
    <Page
      title={t('list.new')}
      crumbs={[{ label: t('list.title'), href: pathTo('people') }]}
      lead={t('new.lead')}
      isNarrow
    >
      <Section title={t('new.title')}>
        <RecordForm
          // Another name from the search begins another form: what was typed before stays its draft.
          key={`${name} ${phone}`}
          operation="createContact"
          fields={[...named, ...contact, ...identity]}
          groups={groups}
          record={record}
          isNew
          send={(stated, { headers }) => create(stated, headers)}
          saved={(made) => {
            void refreshAfter(['createContact']);
            if (!made) return;
            const path = { contactUuid: made.contactUuid };
            void go(pathTo('person', path));
            if (isInvited && made.preferredEmail) void invite(made);
            else if (isInvited) toast({ message: t('new.notInvited'), isBad: true });
            else toast({ message: t('new.created', { name: nameOf(made) }) });
          }}
          act={t('new.create')}
          draft={`new-person:${name}`}
          after={
            can('initContactCredentials', user) && (
              <Switch
                mt="lg"
                label={t('new.invite')}
                description={t('new.inviteText')}
                checked={isInvited}
                onChange={(event) => setInvited(event.currentTarget.checked)}
              />
            )
          }
        />
      </Section>
    </Page>
  );

  /** Lets a new person in by the address that was typed; where that fails, their page offers it again. */
  async function invite(person: Reached) {
    try {
      toast({ message: t('person.invited', { email: await letIn(person) }) });
    } catch {
      toast({ message: t('new.notInvited'), isBad: true });
    }
  }
}
