import { ActionIcon, Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { useStaffNames } from '../staff-names.ts';
import { shownZone } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import classes from './calendar.module.css';

export type Busy = NonNullable<
  AnswerOf<'checkAvailability'>['availabilities'][number]['busy']
>[number];
export type Colleague = { uuid: string; name: string; busy: readonly Busy[] };
const most = 30;
/** As many names as stand beside the calendar; the others are behind a button. */
const mostNames = 5;

/** Returns the colleagues that the address names, with the times at which they are taken. */
export function useColleagues(first: Temporal.PlainDate, last: Temporal.PlainDate): Colleague[] {
  const [search] = useSearch<'calendar'>();
  const uuids = (search.with ?? '').split(',').filter(Boolean).slice(0, most);
  const nameOf = useStaffNames(uuids);
  const { data } = useRead(
    'checkAvailability',
    {
      body: {
        userUuids: uuids,
        startDateTime: `${first}T00:00`,
        endDateTime: `${last.add({ days: 1 })}T00:00`,
        timezone: shownZone(),
        includeBusy: true,
      },
    },
    { enabled: uuids.length > 0, keepsOld: true },
  );
  return uuids.map((uuid) => ({
    uuid,
    name: nameOf(uuid) ?? '…',
    busy: data?.availabilities.find(({ userUuid }) => userUuid === uuid)?.busy ?? [],
  }));
}

/** Adds colleagues, whose busy times are drawn beside the own meetings, and takes them away. */
export function Colleagues({ colleagues }: { colleagues: readonly Colleague[] }) {
  const t = useWords('calendar');
  const user = usePerson();
  const [, change] = useSearch<'calendar'>();
  const [text, setText] = useState('');
  const [isAll, setAll] = useState(false);
  const [term] = useDebouncedValue(text.trim(), 150);
  const isAllowed = can('searchStaff', user);
  const found = useRead(
    'searchStaff',
    { query: { name: term, size: 8 } },
    { enabled: isAllowed && term.length >= 2, keepsOld: true },
  );
  if (!isAllowed) return null;
  const uuids = colleagues.map(({ uuid }) => uuid);
  const options = (term.length >= 2 ? (found.data?.content ?? []) : [])
    .filter(
      ({ tenantStaffUuid: uuid, isActive }) =>
        isActive && !uuids.includes(uuid) && uuid !== user?.userUuid,
    )
    .map((each) => ({
      value: each.tenantStaffUuid,
      label: `${each.firstName} ${each.paternalLastName}`,
    }));
  const set = (next: readonly string[]) => change({ with: next.join(',') || undefined });
  return (
    <div className={classes.colleagues}>
      <Select
        className={classes.addColleague ?? ''}
        aria-label={t('colleagues.add')}
        placeholder={t('colleagues.add')}
        data={options}
        // The server has found them already.
        filter={({ options: all }) => all}
        searchable
        searchValue={text}
        onSearchChange={setText}
        value={null}
        onChange={(uuid) => {
          if (uuid) set([...uuids, uuid]);
          setText('');
        }}
        nothingFoundMessage={term.length >= 2 ? t('colleagues.nobody') : undefined}
        disabled={colleagues.length >= most}
      />
      {colleagues.slice(0, isAll ? most : mostNames).map(({ uuid, name }) => (
        <span key={uuid} className={classes.colleague}>
          <Avatar name={name} size={20} />
          {name}
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            aria-label={t('colleagues.remove', { name })}
            onClick={() => set(uuids.filter((each) => each !== uuid))}
          >
            <IconX size={12} aria-hidden />
          </ActionIcon>
        </span>
      ))}
      {colleagues.length > mostNames && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isAll}
          onClick={() => setAll(!isAll)}
        >
          {isAll
            ? t('colleagues.fewer')
            : t('colleagues.more', { count: colleagues.length - mostNames })}
        </Button>
      )}
      {colleagues.length > 1 && (
        <Button variant="subtle" color="gray" size="compact-sm" onClick={() => set([])}>
          {t('colleagues.clear')}
        </Button>
      )}
    </div>
  );
}
