import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { RoleSelect } from '../households/member-role.tsx';
import type { Relationship } from '../households/relationships.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { nameOf } from '../records/person-name.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './person.module.css';

type Props = { person: Person; close: () => void };

/** Brings a person into a household that is there, with a role; or leads to a new one. */
export default function AddToHousehold({ person, close }: Props) {
  const t = useWords('person');
  const households = useWords('households');
  const write = useWrite('addHouseholdMember');
  const remove = useWrite('removeHouseholdMember');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const { contactUuid } = person;
  const state = useForm({
    initial: {
      chosen: undefined as { uuid: string; name: string } | undefined,
      role: null as Relationship | null,
    },
    draft: `new-membership:${contactUuid}`,
    limits: 'addHouseholdMember',
    send: ({ chosen: household, role: relationshipType }, { headers }) =>
      write.mutateAsync({
        path: { householdUuid: household?.uuid ?? '' },
        body: { memberType: 'CONTACT', contactUuid, relationshipType },
        headers,
      }),
    saved: ({ householdUuid, memberUuid }, { chosen: household }) => {
      close();
      const path = { householdUuid, memberUuid };
      toast({
        message: t('household.added', { name: nameOf(person), household: household?.name ?? '' }),
        undo: () => remove.mutate({ path }),
      });
    },
    pathOf: () => 'chosen',
  });
  const { form } = state;
  const { chosen } = form.values;
  const isAsked = asked.length >= 2 && asked !== chosen?.name;
  const found = useRead(
    'filterHouseholds',
    { body: { filters: [{ field: 'name', operator: 'CONTAINS', value: asked }], size: 8 } },
    { enabled: isAsked, keepsOld: true },
  );
  // Rows are chosen for what stands in the box: those of an older text are none.
  const isAnswered = isAsked && asked === text.trim() && !found.isPlaceholderData;
  const options = new Map([
    ...(chosen ? [[chosen.uuid, chosen.name] as const] : []),
    ...(isAnswered ? (found.data?.content ?? []) : []).map(
      (each) => [each.householdUuid, each.name] as const,
    ),
  ]);
  return (
    <Dialog title={t('household.add')} isOpen close={close}>
      <Form
        of={state}
        act={households('member.addAct')}
        close={close}
        isDisabled={!chosen}
        className={classes.form}
        labelOf={(field) => (field === 'chosen' ? t('household.which') : households('role'))}
        beside={
          <Link href={pathTo('newHousehold', { contact: contactUuid })}>{t('newHousehold')}</Link>
        }
      >
        {state.error?.status === 409 && chosen && (
          <Link href={pathTo('household', { householdUuid: chosen.uuid })}>
            {t('household.open', { name: chosen.name })}
          </Link>
        )}
        <Select
          label={t('household.which')}
          placeholder={households('searchParty')}
          data={[...options].map(([value, label]) => ({ value, label }))}
          value={chosen?.uuid ?? null}
          searchable
          searchValue={text}
          onSearchChange={setText}
          filter={({ options: all }) => all}
          nothingFoundMessage={
            isAsked && !found.isFetching ? households('noMatch') : households('typeTwo')
          }
          onChange={(uuid) =>
            form.setFieldValue('chosen', uuid ? { uuid, name: options.get(uuid) ?? '' } : undefined)
          }
        />
        <RoleSelect
          label={households('role')}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
          isOrganisation={false}
        />
      </Form>
    </Dialog>
  );
}
