import { Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { momentOf } from '../meeting-time.ts';
import { shownZone, showZone } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TimeField } from '../ui/time-field.tsx';
import type { MeetingDetail } from './answer.tsx';
import classes from './form.module.css';
import { valuesOf } from './form-values.ts';
import { FreeTimes } from './free-times.tsx';
import { type NewTimes, useReschedule } from './use-reschedule.tsx';

type Props = { meeting: MeetingDetail; isOpen: boolean; close: () => void };

/** Moves a meeting or changes its length without dragging it: by a day and two times of its own clock, or to a time when all are free. */
export default function MoveDialog({ meeting, isOpen, close }: Props) {
  const t = useWords('meetings');
  const reschedule = useReschedule();
  return (
    <>
      <Dialog title={t('reschedule.to')} isOpen={isOpen} close={close}>
        <Times
          meeting={meeting}
          close={close}
          move={(times) => {
            close();
            void reschedule.move(meeting, times);
          }}
        />
      </Dialog>
      {reschedule.element}
    </>
  );
}

function Times({
  meeting,
  close,
  move,
}: {
  meeting: MeetingDetail;
  close: () => void;
  move: (times: NewTimes) => void;
}) {
  const t = useWords('meetings');
  const { startDateTime, endDateTime, timezone, allDay } = meeting;
  const [date, setDate] = useState(startDateTime.slice(0, 10));
  const [start, setStart] = useState(startDateTime.slice(11, 16));
  const [end, setEnd] = useState(endDateTime.slice(11, 16));
  /** Moves the end with the start, so that the meeting keeps its length. */
  const changeStart = (next: string) => {
    if (next && start && end) {
      const length = Temporal.PlainTime.from(start).until(end);
      setEnd(Temporal.PlainTime.from(next).add(length).toString().slice(0, 5));
    }
    setStart(next);
  };
  const nextDay = end <= start ? 1 : 0;
  const endDate = date && Temporal.PlainDate.from(date).add({ days: nextDay }).toString();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!date || (!allDay && (!start || !end))) return;
    const days = Temporal.PlainDateTime.from(startDateTime).toPlainDate().until(date);
    const shift = (local: string) => Temporal.PlainDateTime.from(local).add(days).toString();
    if (allDay)
      return move({ startDateTime: shift(startDateTime), endDateTime: shift(endDateTime) });
    const from = `${date}T${start}:00`;
    // A meeting of a day or more keeps its days; another that ends before it begins ends on the next day.
    const length = momentOf(startDateTime, timezone).until(momentOf(endDateTime, timezone));
    const last = shift(endDateTime).slice(0, 10);
    const isLong = length.total('hours') >= 24;
    move({ startDateTime: from, endDateTime: `${isLong ? last : endDate}T${end}:00` });
  };
  const own = { required: true, withAsterisk: false } as const;
  return (
    <form onSubmit={submit}>
      <div className={classes.times}>
        <DateField label={t('form.date')} {...own} data-autofocus value={date} onChange={setDate} />
        {!allDay && (
          <>
            <TimeField label={t('form.start')} {...own} value={start} onChange={changeStart} />
            <TimeField label={t('form.end')} {...own} value={end} onChange={setEnd} />
          </>
        )}
      </div>
      {!allDay && (
        <div className={classes.free}>
          <FreeTimes
            values={{ ...valuesOf(meeting), date, start, end, endDate }}
            host={{ id: meeting.hostUuid, name: meeting.hostName }}
            hasDay={false}
            choose={(from) => {
              setDate(from.slice(0, 10));
              changeStart(from.slice(11, 16));
            }}
          />
        </div>
      )}
      {timezone !== shownZone() && !allDay && (
        <p className={classes.muted}>
          {t('reschedule.clock', {
            zone: showZone(timezone, momentOf(startDateTime, timezone).toInstant()),
          })}
        </p>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('form.back')}
        </Button>
        <Button type="submit">{t('reschedule.run')}</Button>
      </Group>
    </form>
  );
}
