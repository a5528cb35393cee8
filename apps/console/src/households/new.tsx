import { Group, Stack, TagsInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { nameOf } from '../people/person-name.ts';
import { usePerson } from '../shell/person.tsx';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { Page, Section } from '../ui/page.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './household.module.css';
import { ManagerSelect } from './manager-select.tsx';
import { NewMembers } from './new-members.tsx';
import type { Party } from './relationships.ts';
import { Tree } from './tree.tsx';

/** A new household: its name and manager, its members with their roles, its accounts. */
export default function NewHousehold() {
  const t = useWords('households');
  const common = useWords('common');
  const go = useGo();
  const user = usePerson();
  const write = useWrite('createHousehold');
  const [parties, setParties] = useState<Party[]>([]);
  const form = useForm({
    initialValues: {
      name: '',
      manager: {
        relationshipManagerType:
          user?.userType === 'PARTNER_STAFF'
            ? ('PARTNER_STAFF' as const)
            : ('TENANT_STAFF' as const),
        relationshipManagerUuid: user?.userUuid ?? '',
      } as {
        relationshipManagerType: 'TENANT_STAFF' | 'PARTNER_STAFF';
        relationshipManagerUuid: string;
      },
      accountNumbers: [] as string[],
    },
    validate: { name: (name) => (name.trim() ? null : t('required')) },
  });
  const save = async ({ name, manager, accountNumbers }: typeof form.values) => {
    const members = parties.map(({ key, isOrganisation, relationship, isPrimary }) => ({
      ...(isOrganisation
        ? { memberType: 'ORGANISATION' as const, organisationUuid: key }
        : { memberType: 'CONTACT' as const, contactUuid: key }),
      relationshipType: relationship,
      isPrimary,
    }));
    try {
      const body = { name: name.trim(), ...manager, accountNumbers, members };
      const { householdUuid } = await write.mutateAsync({ body });
      toast({ message: t('created', { name: name.trim() }) });
      void go(pathTo('household', { householdUuid }));
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      showFaults(form, failure);
    }
  };
  useFirst(parties, setParties);
  const submit = form.onSubmit(save);
  useKeys([{ keys: 'mod+Enter', label: t('create'), group: 'page', run: () => submit() }]);
  return (
    <Page
      title={t('new')}
      lead={t('newLead')}
      crumbs={[{ label: t('title'), href: pathTo('households') }]}
    >
      <form onSubmit={submit} className={classes.halves}>
        <div>
          <FormError error={write.error} labelOf={() => t('one')} />
          <Section title={t('newAbout')}>
            <Stack gap="md">
              <TextInput
                label={t('name')}
                placeholder={t('nameExample')}
                withAsterisk
                maxLength={255}
                data-path="name"
                {...form.getInputProps('name')}
              />
              <ManagerSelect
                value={form.values.manager}
                name={user?.displayName ?? ''}
                onChange={(manager) => form.setFieldValue('manager', manager)}
              />
              <TagsInput
                label={t('account.numbers')}
                description={t('account.numbersHelp')}
                maxTags={1_000}
                data-path="accountNumbers"
                {...form.getInputProps('accountNumbers')}
              />
            </Stack>
          </Section>
          <Section title={t('members')}>
            <NewMembers parties={parties} change={setParties} />
          </Section>
          <Group justify="flex-end" className={classes.footer}>
            <Button variant="default" onClick={() => void go(pathTo('households'))}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={write.isPending}>
              {t('create')}
            </Button>
          </Group>
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
      </form>
    </Page>
  );
}

/** Begins with the person that the address names, who is the primary one until somebody else is. */
function useFirst(parties: readonly Party[], set: (parties: Party[]) => void) {
  const [{ contact = '' }] = useSearch();
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
