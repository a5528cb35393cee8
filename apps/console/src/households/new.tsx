import { Stack, TagsInput } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import type { Place } from '../forms/told-limits.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { PlainField } from '../records/plain-field.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Page, Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './household.module.css';
import { type Manager, ManagerSelect } from './manager-select.tsx';
import { NewMembers } from './new-members.tsx';
import type { Party } from './relationships.ts';
import { Tree } from './tree.tsx';
import { useMake } from './use-make.ts';

/** Returns which limit each field has. */
const limitsOf = ({ parties }: { parties: readonly Party[] }): Readonly<Record<string, Place>> => ({
  name: 'createHousehold:name',
  accountNumbers: 'createHousehold:accountNumbers',
  parties: 'createHousehold:members',
  ...Object.fromEntries(
    parties.map((_, at) => [
      `parties.${at}.sharePercent`,
      'createHousehold:members[].sharePercent' as const,
    ]),
  ),
});

/** A new household: its name and manager, its members with their roles, its accounts. */
export default function NewHousehold() {
  const t = useWords('households');
  const go = useGo();
  const user = usePerson();
  const [{ contact = '' }] = useSearch<'newHousehold'>();
  const write = useWrite('createHousehold');
  const make = useMake();
  const state = useForm({
    initial: {
      name: '',
      manager: {
        relationshipManagerType:
          user?.userType === 'PARTNER_STAFF' ? 'PARTNER_STAFF' : 'TENANT_STAFF',
        relationshipManagerUuid: user?.userUuid ?? '',
      } as Manager,
      managerName: user?.displayName ?? '',
      accountNumbers: [] as string[],
      parties: [] as Party[],
    },
    draft: `new-household:${contact}`,
    limits: limitsOf,
    check: ({ name }) => (name.trim() ? {} : { name: t('required') }),
    send: async ({ name, manager, accountNumbers, parties: all }, { headers }) => {
      const made = [];
      for (const party of all)
        made.push({ ...party, key: (await make({ ...party, uuid: party.key })).uuid });
      const members = made.map(toMember);
      const body = { name: name.trim(), ...manager, accountNumbers, members };
      return write.mutateAsync({ body, headers });
    },
    saved: ({ householdUuid, name }) => {
      toast({ message: t('created', { name }) });
      void go(pathTo('household', { householdUuid }));
    },
    pathOf: (field) => field.replace(/^members\b.*/, 'parties'),
  });
  const { form } = state;
  const { parties } = form.values;
  const setParties = (next: Party[]) => form.setFieldValue('parties', next);
  useFirst(contact, parties, setParties);
  return (
    <Page
      title={t('new')}
      lead={t('newLead')}
      crumbs={[{ label: t('title'), href: pathTo('households') }]}
    >
      <Form
        of={state}
        act={t('create')}
        close={() => void go(pathTo('households'))}
        labelOf={(field) => t(field === 'name' ? 'name' : 'one')}
        className={classes.halves}
      >
        <div>
          <Section title={t('newAbout')}>
            <Stack gap="md">
              <PlainField
                record="household"
                name="name"
                placeholder={t('nameExample')}
                of={form.getInputProps('name')}
              />
              <ManagerSelect
                value={form.values.manager}
                name={form.values.managerName}
                onChange={(manager, managerName) => form.setValues({ manager, managerName })}
              />
              <TagsInput
                label={t('account.numbers')}
                description={t('account.numbersHelp')}
                data-path="accountNumbers"
                {...form.getInputProps('accountNumbers')}
              />
            </Stack>
          </Section>
          <Section title={t('members')}>
            <NewMembers parties={parties} change={setParties} errors={form.errors} />
          </Section>
        </div>
        <Section title={t('preview')}>
          {parties.length === 0 ? (
            <p className={classes.muted}>{t('previewEmpty')}</p>
          ) : (
            <Tree
              label={t('treeOf', { name: form.values.name || t('one'), count: parties.length })}
              parties={parties}
              isSmall
            />
          )}
        </Section>
      </Form>
    </Page>
  );
}

/** Begins with the person that the address names, who is the primary one until somebody else is. */
function useFirst(contact: string, parties: readonly Party[], set: (parties: Party[]) => void) {
  const person = useRead(
    'getContact',
    { path: { contactUuid: contact } },
    { enabled: contact !== '' },
  );
  const isTaken = useRef(false);
  useEffect(() => {
    if (!person.data || isTaken.current || parties.length > 0) return;
    isTaken.current = true;
    const name = nameOf(person.data);
    const first = { key: contact, name, isOrganisation: false, isPrimary: true };
    set([{ ...first, relationship: 'SELF' }]);
  });
}

/** Returns a party as a member of the new household. */
const toMember = ({ key, isOrganisation, relationship, isPrimary, ...party }: Party) => ({
  ...(isOrganisation
    ? { memberType: 'ORGANISATION' as const, organisationUuid: key }
    : { memberType: 'CONTACT' as const, contactUuid: key }),
  relationshipType: relationship,
  ...(relationship === 'OWNED_COMPANY' ? { sharePercent: party.sharePercent ?? null } : {}),
  isPrimary,
});
