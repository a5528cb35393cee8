import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { nameOf } from './person-name.ts';

export type Staff = { uuid: string; name: string; isPartner: boolean };
type Props = {
  label: string;
  /** Is chosen at first. */
  value?: { uuid: string; name: string };
  onChange: (staff: Staff) => void;
};

/** Chooses one of the active staff, found by name. */
export function StaffSelect({ label, value, onChange }: Props) {
  const t = useWords('tables');
  const user = usePerson();
  const [chosen, setChosen] = useState(value);
  const [text, setText] = useState(value?.name ?? '');
  const [asked] = useDebouncedValue(text.trim(), 200);
  const isAllowed = can('searchStaff', user);
  const isAsked = asked.length >= 2 && asked !== chosen?.name;
  const staff = useRead(
    'searchStaff',
    { query: { name: asked, size: 10 } },
    { enabled: isAllowed && isAsked, keepsOld: true },
  );
  // Rows are chosen for what stands in the box: those of an older text are none.
  const isAnswered = isAsked && asked === text.trim() && !staff.isPlaceholderData;
  const found = (isAnswered ? (staff.data?.content ?? []) : []).filter(({ isActive }) => isActive);
  const options = new Map([
    ...(chosen ? [[chosen.uuid, chosen.name] as const] : []),
    ...found.map((each) => [each.tenantStaffUuid, nameOf(each)] as const),
  ]);
  return (
    <Select
      label={label}
      placeholder={t('staff.type')}
      withAsterisk
      allowDeselect={false}
      disabled={!isAllowed}
      data={[...options].map(([uuid, name]) => ({ value: uuid, label: name }))}
      value={chosen?.uuid ?? null}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // The server has matched already, whatever the accents and the order of words.
      filter={({ options: all }) => all}
      nothingFoundMessage={isAsked && !staff.isFetching ? t('staff.none') : t('staff.typeTwo')}
      onChange={(uuid) => {
        const one = found.find(({ tenantStaffUuid }) => tenantStaffUuid === uuid);
        if (!one) return;
        const next = { uuid: one.tenantStaffUuid, name: nameOf(one) };
        setChosen(next);
        onChange({ ...next, isPartner: one.category === 'PARTNER_STAFF' });
      }}
    />
  );
}
