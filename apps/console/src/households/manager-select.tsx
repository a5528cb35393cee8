import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../people/person-name.ts';
import { usePerson } from '../shell/person.tsx';

export type Manager = {
  relationshipManagerType: 'TENANT_STAFF' | 'PARTNER_STAFF';
  relationshipManagerUuid: string;
};
type Props = { value: Manager; name: string; onChange: (value: Manager) => void };

/** Shows who leads a household: found among the staff by name. */
export function ManagerSelect({ value, name, onChange }: Props) {
  const t = useWords('households');
  const user = usePerson();
  const [text, setText] = useState(name);
  const [asked] = useDebouncedValue(text.trim(), 200);
  const [chosenName, setChosenName] = useState(name);
  const isAllowed = can('searchStaff', user);
  const staff = useRead(
    'searchStaff',
    { query: { name: asked, size: 10 } },
    { enabled: isAllowed && asked.length >= 2 && asked !== chosenName, keepsOld: true },
  );
  const found = (staff.data?.content ?? []).filter(({ isActive }) => isActive);
  const options = new Map([
    [value.relationshipManagerUuid, chosenName],
    ...found.map((each) => [each.tenantStaffUuid, nameOf(each)] as const),
  ]);
  return (
    <Select
      label={t('manager')}
      withAsterisk
      allowDeselect={false}
      disabled={!isAllowed}
      data={[...options].map(([uuid, label]) => ({ value: uuid, label }))}
      value={value.relationshipManagerUuid}
      searchable
      searchValue={text}
      onSearchChange={setText}
      filter={({ options: all }) => all}
      nothingFoundMessage={t('noMatch')}
      onChange={(uuid) => {
        const chosen = found.find(({ tenantStaffUuid }) => tenantStaffUuid === uuid);
        if (!chosen) return;
        setChosenName(nameOf(chosen));
        onChange({
          relationshipManagerType:
            chosen.category === 'PARTNER_STAFF' ? 'PARTNER_STAFF' : 'TENANT_STAFF',
          relationshipManagerUuid: chosen.tenantStaffUuid,
        });
      }}
    />
  );
}
