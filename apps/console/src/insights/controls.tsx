import { Select, Switch } from '@mantine/core';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import { useSearch } from '../ui/address.ts';
import { DateField } from '../ui/date-field.tsx';
import ZoneSelect from '../ui/zone-select.tsx';
import classes from './insights.module.css';
import { type Asked, daysOf, grains, periods, pictures } from './question.ts';

/** The zones that are offered first; the others are found by typing. */
const usualZones = [
  'America/Santiago',
  'Europe/Madrid',
  'America/New_York',
  'Europe/London',
  'UTC',
];
/** A named period, or two days of one's own choice. */
function PeriodControls({ asked: { period, back, zone } }: { asked: Asked }) {
  const t = useWords('insights');
  const [, change] = useSearch<'insights'>();
  const isOwn = typeof period === 'object';
  const choose = (value: string | null) => {
    if (value !== 'own')
      return change({
        period: value ?? undefined,
        from: undefined,
        to: undefined,
        back: undefined,
      });
    const { first, after } = daysOf(period, back, zone);
    const last = after.subtract({ days: 1 });
    change({ period: undefined, from: first.toString(), to: last.toString(), back: undefined });
  };
  /** Sets one of the two days; the other one goes along rather than that they cross. */
  const move = (end: 'from' | 'to', value: string) => {
    const next = { from: value, to: value, ...(isOwn ? period : {}), [end]: value };
    const other = end === 'from' ? 'to' : 'from';
    if (next.from > next.to) next[other] = value;
    change({ ...next, back: undefined }, { replace: true });
  };
  return (
    <>
      <Select
        label={t('controls.period')}
        data={[...Object.keys(periods), 'own'].map((value) => ({
          value,
          label: t(`periods.${value}`),
        }))}
        value={isOwn ? 'own' : period}
        allowDeselect={false}
        onChange={choose}
      />
      {isOwn &&
        (['from', 'to'] as const).map((end) => (
          <DateField
            key={end}
            toward="LAST"
            label={t(`controls.${end}`)}
            value={period[end]}
            onChange={(value) => value && move(end, value)}
          />
        ))}
    </>
  );
}

/** Takes what is asked: event, period, step, group, picture, zone, comparison. */
export function Controls({ asked, compare }: { asked: Asked; compare: () => void }) {
  const t = useWords('insights');
  const { nameOf } = useEventWords();
  const [, change] = useSearch<'insights'>();
  const catalogue = useRead('getAnalyticsCatalogue', {}, { staleTime: 300_000 });
  const types = catalogue.data?.eventTypes ?? [];
  const own = types.find(({ eventType }) => eventType === asked.event);
  // The event that is asked for may not have happened yet.
  const events = [...new Set([asked.event, ...types.map(({ eventType }) => eventType)])]
    .map((value) => ({ value, label: nameOf(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const groups = (own?.attributes ?? []).map((value) => ({
    value,
    label: t(`attributes.${value}`, { defaultValue: value }),
  }));
  const pick = (key: string) => (value: string | null) => change({ [key]: value ?? undefined });
  const clear = { 'aria-label': t('noGroup'), tabIndex: 0 };
  return (
    <div className={classes.controls}>
      <Select
        label={t('controls.event')}
        data={events}
        value={asked.event}
        allowDeselect={false}
        searchable
        onChange={(event) => change({ event: event ?? undefined, group: undefined })}
      />
      <PeriodControls asked={asked} />
      <Select
        label={t('controls.grain')}
        data={grains.map((value) => ({ value, label: t(`grains.${value}`) }))}
        value={asked.grain}
        allowDeselect={false}
        disabled={asked.picture === 'heat'}
        onChange={pick('grain')}
      />
      <Select
        label={t('controls.group')}
        placeholder={t('noGroup')}
        data={groups}
        value={asked.group ?? null}
        disabled={asked.picture === 'heat'}
        clearable
        clearButtonProps={clear}
        onChange={pick('group')}
      />
      <Select
        label={t('controls.picture')}
        data={pictures.map((value) => ({ value, label: t(`pictures.${value}`) }))}
        value={asked.picture}
        allowDeselect={false}
        onChange={pick('picture')}
      />
      <ZoneSelect
        label={t('controls.zone')}
        value={asked.zone}
        first={usualZones}
        onChange={pick('zone')}
      />
      <Switch
        label={t('controls.compare')}
        checked={asked.isCompared}
        disabled={asked.group !== undefined || asked.picture === 'heat'}
        onChange={compare}
      />
    </div>
  );
}
