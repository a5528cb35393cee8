import { Group, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { RoleSelect } from '../households/member-role.tsx';
import type { Relationship } from '../households/relationships.ts';
import { useRelationships } from '../households/use-relationships.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './edit-section.tsx';
import classes from './person.module.css';
import { nameOf } from './person-name.ts';

type Props = { person: Person; close: () => void };

/** Brings a person into a household that is there, with a role; or leads to a new one. */
export default function AddToHousehold({ person, close }: Props) {
  const t = useWords('person');
  const households = useWords('households');
  const common = useWords('common');
  const { choices } = useRelationships();
  const write = useWrite('addHouseholdMember');
  const remove = useWrite('removeHouseholdMember');
  const [text, setText] = useState('');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const [chosen, setChosen] = useState<{ uuid: string; name: string }>();
  const [role, setRole] = useState<Relationship | null>(null);
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
  const { contactUuid } = person;
  const save = async () => {
    if (!chosen) return;
    const householdUuid = chosen.uuid;
    const body = { memberType: 'CONTACT' as const, contactUuid, relationshipType: role };
    const added = await write.mutateAsync({ path: { householdUuid }, body }).catch(() => undefined);
    if (!added) return;
    close();
    const path = { householdUuid, memberUuid: added.memberUuid };
    toast({
      message: t('household.added', { name: nameOf(person), household: chosen.name }),
      undo: () => remove.mutate({ path }),
    });
  };
  return (
    <Dialog title={t('household.add')} isOpen close={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={write.error} />
        {write.error?.status === 409 && chosen && (
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
          selectFirstOptionOnChange
          searchValue={text}
          onSearchChange={setText}
          filter={({ options: all }) => all}
          nothingFoundMessage={
            isAsked && !found.isFetching ? households('noMatch') : households('typeTwo')
          }
          onChange={(uuid) => setChosen(uuid ? { uuid, name: options.get(uuid) ?? '' } : undefined)}
        />
        <RoleSelect label={households('role')} value={role} onChange={setRole} choices={choices} />
        <Group justify="space-between">
          <Link href={pathTo('newHousehold', { contact: contactUuid })}>{t('newHousehold')}</Link>
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {common('cancel')}
            </Button>
            <Button type="submit" loading={write.isPending} disabled={!chosen}>
              {households('member.addAct')}
            </Button>
          </Group>
        </Group>
      </form>
    </Dialog>
  );
}
