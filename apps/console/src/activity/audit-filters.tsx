import { Select } from '@mantine/core';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import type { Search } from '../search.ts';
import { shownZone } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import classes from './activity.module.css';

const entityTypes = [
  'CONTACT',
  'HOUSEHOLD',
  'ORGANISATION',
  'MEETING',
  'NOTE',
  'TASK',
  'TENANT_STAFF',
  'SESSION',
  'TENANT',
] as const;

const names = ['actorId', 'eventType', 'entityType', 'entityId', 'from', 'to'] as const;

/** Returns the range of days of an address as moments; the last day is included. */
export function rangeOf({ from, to }: Search<'activity'>): {
  from?: string;
  to?: string;
} {
  const utc = (date: string, days: number) =>
    Temporal.PlainDate.from(date)
      .add({ days })
      .toZonedDateTime(shownZone())
      .withTimeZone('UTC')
      .toPlainDateTime()
      .toString({ smallestUnit: 'second' });
  return { ...(from ? { from: utc(from, 0) } : {}), ...(to ? { to: utc(to, 1) } : {}) };
}

/** The filters of the trail, kept in the address. */
export function AuditFilters() {
  const t = useWords('activity');
  const { nameOf } = useEventWords();
  const [search, change] = useSearch<'activity'>();
  const staff = useRead('listStaffPage', { query: { size: 200 } }, { staleTime: 300_000 });
  const catalogue = useRead('getAnalyticsCatalogue', {}, { staleTime: 300_000 });
  const set = (key: (typeof names)[number]) => (value: string | null) =>
    change({ [key]: value || undefined, cursor: undefined });
  const people = (staff.data?.content ?? []).map((each) => ({
    value: each.tenantStaffUuid,
    label: `${each.firstName} ${each.paternalLastName}`,
  }));
  const events = (catalogue.data?.eventTypes ?? [])
    .map(({ eventType }) => ({ value: eventType, label: nameOf(eventType) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const isFiltered = names.some((name) => search[name]);
  const clear = { 'aria-label': t('filters.clearOne'), tabIndex: 0 };
  return (
    <div className={classes.filters}>
      <Select
        label={t('filters.person')}
        placeholder={t('filters.anyone')}
        data={people}
        value={search.actorId ?? null}
        onChange={set('actorId')}
        searchable
        clearable
        clearButtonProps={clear}
      />
      <Select
        label={t('filters.event')}
        placeholder={t('filters.anything')}
        data={events}
        value={search.eventType ?? null}
        onChange={set('eventType')}
        searchable
        clearable
        clearButtonProps={clear}
      />
      <Select
        label={t('filters.record')}
        placeholder={t('filters.anyRecord')}
        data={entityTypes.map((value) => ({ value, label: t(`records.${value}`) }))}
        value={search.entityType ?? null}
        onChange={set('entityType')}
        clearable
        clearButtonProps={clear}
      />
      <DateField label={t('filters.from')} value={search.from ?? ''} onChange={set('from')} />
      <DateField label={t('filters.to')} value={search.to ?? ''} onChange={set('to')} />
      {isFiltered && (
        <Button
          variant="subtle"
          onClick={() =>
            change({
              ...Object.fromEntries(names.map((name) => [name, undefined])),
              cursor: undefined,
            })
          }
        >
          {t('filters.clear')}
        </Button>
      )}
    </div>
  );
}
