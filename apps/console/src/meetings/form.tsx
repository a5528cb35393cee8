import { SegmentedControl } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { places } from '../enumerations.ts';
import { Form } from '../forms/form.tsx';
import type { FormState } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { PlainField } from '../records/plain-field.tsx';
import { showList } from '../time.ts';
import { Section } from '../ui/page.tsx';
import classes from './form.module.css';
import { fieldOf, type MeetingValues, minutesOf, type Picked, timesOf } from './form-values.ts';
import { FreeTimes } from './free-times.tsx';
import { PeoplePicker } from './people-picker.tsx';
import { TimeFields } from './time-fields.tsx';

type Props = {
  of: FormState<MeetingValues>;
  act: string;
  cancel: () => void;
  /** Who hosts it, where that is known already. */
  host?: { id: string; name: string };
};

/** Returns what is wrong with a meeting before it is sent: who is invited is told what it is about. */
export function faultsOf(values: MeetingValues): Record<string, string> {
  const t = wordsOf('meetings');
  const { startDateTime, endDateTime } = timesOf(values);
  const isWrong = values.allDay
    ? endDateTime <= startDateTime
    : minutesOf(values) === undefined && endDateTime <= startDateTime;
  const missing = (['date', 'start', 'end', 'endDate'] as const).filter((name) => !values[name]);
  return {
    ...(isWrong && { end: t('form.endFirst'), endDate: t('form.endFirst') }),
    ...Object.fromEntries(missing.map((name) => [name, wordsOf('common')('required')])),
    ...(values.people.length > 0 && !values.title.trim() && { title: t('form.titleNeeded') }),
  };
}

/** A meeting to be made or changed: people first, then a time when they are free, then the rest. */
export function MeetingForm({ of, act, cancel, host }: Props) {
  const t = useWords('meetings');
  const fields = useWords('fields');
  const { form } = of;
  const { values } = form;
  const isOnline = values.locationType === 'ONLINE';
  const text = <Name extends keyof MeetingValues>(name: Name) => ({
    record: 'meeting' as const,
    name,
    of: form.getInputProps(name),
  });
  const labelOf = (path: string) => {
    const field = fieldOf(path);
    const word = fields(`meeting.${field}`, { defaultValue: t('form.fields.other') });
    return t(`form.fields.${field}`, { defaultValue: word });
  };
  return (
    <Form
      of={of}
      act={act}
      close={cancel}
      labelOf={labelOf}
      show={(_, value) =>
        Array.isArray(value)
          ? showList((value as Picked[]).map(({ name }) => name))
          : String(value || '–')
      }
    >
      <div className={classes.columns}>
        <div>
          <Section title={t('form.people')}>
            <PeoplePicker
              people={values.people}
              change={(people) => form.setFieldValue('people', people)}
              error={form.errors.people}
            />
          </Section>
          <Section title={t('form.when')}>
            <TimeFields form={form} />
          </Section>
          <Section title={t('form.what')}>
            <div className={classes.fields}>
              <PlainField placeholder={t('form.titleExample')} {...text('title')} />
              <SegmentedControl
                aria-label={t('columns.place')}
                className={classes.half ?? ''}
                data={places.map((value) => ({
                  value,
                  label: t(`place.${value}`),
                }))}
                {...form.getInputProps('locationType')}
              />
              {isOnline && (
                <div className={classes.times}>
                  <PlainField
                    isLine
                    type="url"
                    inputMode="url"
                    placeholder="https://"
                    description={form.values.meetingLink ? undefined : t('form.noLink')}
                    {...text('meetingLink')}
                  />
                  <PlainField {...text('meetingPassword')} />
                </div>
              )}
              <PlainField
                isLine
                {...(isOnline && { label: t('form.placeOnline') })}
                description={isOnline || values.locationDetail ? undefined : t('form.noPlace')}
                {...text('locationDetail')}
              />
              <PlainField
                description={t('form.descriptionHint')}
                minRows={3}
                {...text('description')}
              />
            </div>
          </Section>
          <section className={classes.internal} aria-label={fields('meeting.internalNotes')}>
            <PlainField
              label={
                <span className={classes.internalLabel}>
                  <IconLock size={14} aria-hidden />
                  {fields('meeting.internalNotes')}
                </span>
              }
              description={t('form.internalHint')}
              {...text('internalNotes')}
            />
          </section>
        </div>
        <div className={classes.side}>
          <FreeTimes
            values={values}
            host={host}
            choose={(from, to) =>
              form.setValues({
                date: from.slice(0, 10),
                start: from.slice(11, 16),
                endDate: to.slice(0, 10),
                end: to.slice(11, 16),
              })
            }
          />
        </div>
      </div>
    </Form>
  );
}
