import { answers, meetingStates, places } from '../enumerations.ts';
import { useWords } from '../i18n/words.ts';
import type { Filter } from '../records/filter.ts';
import { useStaffFilter } from '../staff-names.ts';
import { showDate } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { lastMondays, type Tab } from './list-conditions.ts';

/** Returns the filters with what can be chosen in each. */
export function useMeetingFilters(tab: Tab): Filter[] {
  const t = useWords('meetings');
  const [search] = useSearch<'meetings'>();
  const host = useStaffFilter('host', t('columns.host'), search.host);
  return [
    ...host,
    {
      key: 'place',
      field: 'locationType',
      label: t('filters.place'),
      options: places.map((value) => ({ value, label: t(`place.${value}`) })),
    },
    {
      key: 'answer',
      field: 'rsvpStatus',
      label: t('filters.answer'),
      options: answers.map((value) => ({
        value,
        label: t(`answer.${value}`),
      })),
    },
    // Meetings to come are those that are not canceled.
    ...(tab === 'upcoming'
      ? []
      : [
          {
            key: 'status' as const,
            field: 'status',
            label: t('filters.status'),
            options: meetingStates.map((value) => ({
              value,
              label: t(`status.${value}`),
            })),
          },
        ]),
    ...(tab === 'past'
      ? [
          {
            key: 'week' as const,
            label: t('filters.week'),
            options: lastMondays().map((monday) => ({
              value: monday.toString(),
              label: t('filters.weekOf', { date: showDate(monday.toString()) }),
            })),
          },
        ]
      : []),
  ];
}
