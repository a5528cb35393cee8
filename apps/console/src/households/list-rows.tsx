import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import type { ColumnOf } from '../records/catalogue.ts';
import { showAgo } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Avatars } from './avatars.tsx';
import classes from './households.module.css';
import { largestOf, Totals } from './totals.tsx';

export type HouseholdRow = AnswerOf<'filterHouseholds'>['content'][number];

/** Returns the columns of the list of households. */
export function useHouseholdColumns(
  rows: readonly HouseholdRow[],
): ColumnOf<'household', HouseholdRow>[] {
  const t = useWords('households');
  const largest = largestOf(rows);
  return [
    {
      key: 'name',
      label: t('name'),
      sort: 'name',
      fields: ['name'],
      cell: (row) => (
        <span className={classes.name}>
          <span className={classes.nameText}>{row.name}</span>
          {!row.isActive && <Chip isQuiet>{t('inactive')}</Chip>}
        </span>
      ),
    },
    {
      key: 'members',
      label: t('members'),
      fields: ['memberNames'],
      cell: (row) => <Avatars names={row.memberNames} count={row.memberCount} />,
    },
    {
      key: 'wealth',
      label: t('wealth'),
      fields: ['totals'],
      cell: (row) => <Totals totals={row.totals} largest={largest} />,
    },
    {
      key: 'last',
      label: t('lastMeeting'),
      sort: 'lastMeetingAt',
      fields: ['lastMeetingAt'],
      cell: (row) => (
        <span className={row.lastMeetingAt ? undefined : classes.muted}>
          {showAgo(row.lastMeetingAt) || t('none')}
        </span>
      ),
    },
    {
      key: 'next',
      label: t('nextMeeting'),
      sort: 'nextMeetingAt',
      fields: ['nextMeetingAt'],
      cell: (row) => (
        <span className={row.nextMeetingAt ? undefined : classes.muted}>
          {showAgo(row.nextMeetingAt) || t('none')}
        </span>
      ),
    },
    {
      key: 'manager',
      label: t('manager'),
      fields: ['relationshipManagerName'],
      cell: (row) => <span className={classes.muted}>{row.relationshipManagerName}</span>,
    },
  ];
}

/** A household on the phone, in two lines. */
export function HouseholdCard({ row }: { row: HouseholdRow }) {
  const t = useWords('households');
  return (
    <span className={classes.card}>
      <span className={classes.cardTop}>
        <strong className={classes.nameText}>{row.name}</strong>
        <Avatars names={row.memberNames} count={row.memberCount} />
      </span>
      <span className={classes.cardLine}>
        <Totals totals={row.totals} />
        <span>
          {row.nextMeetingAt
            ? t('nextAt', { when: showAgo(row.nextMeetingAt) })
            : row.lastMeetingAt
              ? t('lastAt', { when: showAgo(row.lastMeetingAt) })
              : t('noMeetings')}
        </span>
      </span>
    </span>
  );
}
