import { Switch } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useWords } from '../i18n/words.ts';
import { clockCaseOf, momentOf, showClock, showMinutes } from '../meeting-time.ts';
import { showCity, shownZone } from '../time.ts';
import { DateField } from '../ui/date-field.tsx';
import { TimeField } from '../ui/time-field.tsx';
import ZoneSelect from '../ui/zone-select.tsx';
import classes from './form.module.css';
import { type MeetingValues, minutesOf } from './form-values.ts';

type Form = UseFormReturnType<MeetingValues>;

/** The times of a meeting, by the clock of its own zone, with what the clock does that day. */
export function TimeFields({ form }: { form: Form }) {
  const t = useWords('meetings');
  const { values } = form;
  const minutes = minutesOf(values);
  /** Moves the end with the start, so that the meeting keeps its length. */
  const moveStart = (changes: { date?: string; start?: string }) => {
    const next = { ...values, ...changes };
    form.setValues(changes);
    if (!next.date || !next.start) return;
    if (values.allDay) {
      if (next.endDate < next.date) form.setFieldValue('endDate', next.date);
      return;
    }
    const end = momentOf(`${next.date}T${next.start}`, values.timezone)
      .add({ minutes: minutes ?? 60 })
      .toPlainDateTime();
    form.setValues({
      endDate: end.toPlainDate().toString(),
      end: end.toPlainTime().toString().slice(0, 5),
    });
  };
  const required = { required: true, withAsterisk: false } as const;
  return (
    <div className={classes.fields}>
      <Switch label={t('allDay')} {...form.getInputProps('allDay', { type: 'checkbox' })} />
      <div className={classes.times}>
        <DateField
          label={t('form.date')}
          {...required}
          {...form.getInputProps('date')}
          onChange={(date) => moveStart({ date })}
        />
        {!values.allDay && (
          <TimeField
            label={t('form.start')}
            {...required}
            {...form.getInputProps('start')}
            onChange={(start) => moveStart({ start })}
          />
        )}
        {!values.allDay && (
          <TimeField label={t('form.end')} {...required} {...form.getInputProps('end')} />
        )}
        {(values.allDay || values.endDate !== values.date) && (
          <DateField label={t('form.endDate')} {...required} {...form.getInputProps('endDate')} />
        )}
      </div>
      <ZoneSelect
        label={t('form.zone')}
        description={t('form.zoneHint')}
        {...form.getInputProps('timezone')}
      />
      <ClockWords values={values} minutes={minutes} />
    </div>
  );
}

/** Shows how long the meeting really lasts, when it is on the own clock, and what a change of clocks does. */
function ClockWords({ values, minutes }: { values: MeetingValues; minutes: number | undefined }) {
  const t = useWords('meetings');
  const { timezone: zone, allDay } = values;
  const isWhole = values.date && values.start && values.endDate && values.end;
  if (allDay || !isWhole) return null;
  const own = shownZone();
  const start = momentOf(`${values.date}T${values.start}`, zone);
  const end = momentOf(`${values.endDate}T${values.end}`, zone);
  const cases = [
    ['start', `${values.date}T${values.start}`, start],
    ['end', `${values.endDate}T${values.end}`, end],
  ] as const;
  const here = start.withTimeZone(own);
  return (
    <div className={classes.clock} aria-live="polite">
      {minutes !== undefined && <p>{t('form.lasts', { time: showMinutes(minutes) })}</p>}
      {start.epochMilliseconds < Date.now() && <p className={classes.warning}>{t('form.past')}</p>}
      {here.offset !== start.offset && (
        <p>
          {t('form.onYours', {
            time: `${showClock(here)}–${showClock(end.withTimeZone(own))}`,
            own: showCity(own),
          })}
        </p>
      )}
      {cases.map(([name, local, moment]) => {
        const found = clockCaseOf(local, zone);
        if (found === 'PLAIN') return null;
        return (
          <p key={name} className={classes.warning}>
            {t(`form.clock.${found}`, {
              time: local.slice(11),
              result: showClock(moment),
              zone: showCity(zone),
            })}
          </p>
        );
      })}
      {start.offset !== end.offset && <p className={classes.warning}>{t('form.clock.across')}</p>}
    </div>
  );
}
