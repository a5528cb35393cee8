import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconLock } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { Button } from '../ui/button.tsx';
import { FormError, faultText } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import classes from './form.module.css';
import { fieldOf, type MeetingValues, minutesOf, timesOf } from './form-values.ts';
import { FreeTimes } from './free-times.tsx';
import { PeoplePicker } from './people-picker.tsx';
import { TimeFields } from './time-fields.tsx';

type Props = {
  initial: MeetingValues;
  act: (values: MeetingValues) => string;
  save: (values: MeetingValues) => Promise<void>;
  cancel: () => void;
  error: ApiError | null;
  isRunning: boolean;
};

/** A meeting to be made or changed: people first, then a time when they are free, then the rest. */
export function MeetingForm({ initial, act, save, cancel, error, isRunning }: Props) {
  const t = useWords('meetings');
  const element = useRef<HTMLFormElement>(null);
  const [wrongEnd, setWrongEnd] = useState(false);
  const form = useForm<MeetingValues>({ initialValues: initial });
  const { values } = form;
  const isOnline = values.locationType === 'ONLINE';
  const faults = new Map(error?.errors.map((each) => [fieldOf(each.field), faultText(each)]));
  const fault = (field: keyof MeetingValues) => faults.get(field);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const { startDateTime, endDateTime } = timesOf(values);
    const isWrong = values.allDay
      ? endDateTime <= startDateTime
      : minutesOf(values) === undefined && endDateTime <= startDateTime;
    setWrongEnd(isWrong);
    if (isWrong) form.setErrors({ end: t('form.endFirst'), endDate: t('form.endFirst') });
    else {
      form.clearErrors();
      await save(values);
    }
  };
  useKeys([
    { keys: 'mod+Enter', label: t('form.save'), run: () => element.current?.requestSubmit() },
  ]);
  const text = (field: keyof MeetingValues) => ({
    ...form.getInputProps(field),
    ...(fault(field) ? { error: fault(field) } : {}),
  });
  const labelOf = (path: string) =>
    t(`form.fields.${fieldOf(path)}`, { defaultValue: t('form.fields.other') });
  return (
    <form ref={element} onSubmit={(event) => void submit(event)} noValidate={wrongEnd}>
      <FormError error={error} labelOf={labelOf} />
      <div className={classes.columns}>
        <div>
          <Section title={t('form.people')}>
            <PeoplePicker
              people={values.people}
              change={(people) => form.setFieldValue('people', people)}
              error={fault('people')}
            />
          </Section>
          <Section title={t('form.when')}>
            <TimeFields form={form} />
            {(fault('start') ?? fault('end')) && (
              <p role="alert" className={classes.fault}>
                {fault('start') ?? fault('end')}
              </p>
            )}
          </Section>
          <Section title={t('form.what')}>
            <div className={classes.fields}>
              <TextInput
                label={t('form.title')}
                placeholder={t('form.titleExample')}
                maxLength={255}
                {...text('title')}
              />
              <SegmentedControl
                aria-label={t('columns.place')}
                className={classes.half ?? ''}
                data={(['IN_PERSON', 'ONLINE'] as const).map((value) => ({
                  value,
                  label: t(`place.${value}`),
                }))}
                {...form.getInputProps('locationType')}
              />
              {isOnline && (
                <div className={classes.times}>
                  <TextInput
                    label={t('form.link')}
                    type="url"
                    inputMode="url"
                    placeholder="https://"
                    maxLength={2_000}
                    {...text('meetingLink')}
                  />
                  <TextInput
                    label={t('form.password')}
                    maxLength={255}
                    {...text('meetingPassword')}
                  />
                </div>
              )}
              <TextInput
                label={isOnline ? t('form.placeOnline') : t('form.place')}
                maxLength={2_000}
                {...text('locationDetail')}
              />
              <Textarea
                label={t('form.description')}
                description={t('form.descriptionHint')}
                autosize
                minRows={3}
                maxLength={10_000}
                {...text('description')}
              />
            </div>
          </Section>
          <section className={classes.internal} aria-label={t('form.internal')}>
            <Textarea
              label={
                <span className={classes.internalLabel}>
                  <IconLock size={14} aria-hidden />
                  {t('form.internal')}
                </span>
              }
              description={t('form.internalHint')}
              autosize
              minRows={2}
              maxLength={10_000}
              {...text('internalNotes')}
            />
          </section>
        </div>
        <div className={classes.side}>
          <FreeTimes
            values={values}
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
      <div className={classes.footer}>
        <Button variant="default" onClick={cancel}>
          {t('form.cancel')}
        </Button>
        <Button type="submit" loading={isRunning}>
          {act(values)}
        </Button>
      </div>
    </form>
  );
}
