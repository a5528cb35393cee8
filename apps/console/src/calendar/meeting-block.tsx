import { IconMapPin, IconVideo } from '@tabler/icons-react';
import { showWhen, showDay as wordsOfDay } from '../meeting-time.ts';
import { PersonalMark } from '../meetings/personal.tsx';
import { MeetingName } from '../records/meeting-name.tsx';
import classes from './calendar.module.css';
import { hourHeight } from './hours.ts';
import { MeetingLink } from './meeting-link.tsx';
import type { Placed } from './placed.ts';
import type { Move } from './use-move.ts';

type Props = {
  placed: Placed;
  day: Temporal.PlainDate;
  /** The part of the day's width that meetings have, in per cent. */
  free: number;
  open: (meetingUuid: string) => void;
  move: Move;
};

/** A meeting in the grid: a click opens it; dragged it moves, at its lower edge it grows. */
export function MeetingBlock({ placed, day, free, open, move }: Props) {
  const { meeting, from, to, column, columns, width } = placed;
  const { hours, elsewhere } = showWhen(meeting);
  const height = ((to - from) / 60) * hourHeight - 2;
  const Place = meeting.locationType === 'ONLINE' ? IconVideo : IconMapPin;
  return (
    <MeetingLink
      meetingUuid={meeting.meetingUuid}
      open={(uuid) => !move.wasDragged() && open(uuid)}
      className={classes.block}
      tabIndex={-1}
      data-meeting={meeting.meetingUuid}
      data-day={day.toString()}
      data-minute={from}
      data-personal={meeting.isPersonal || undefined}
      data-external={meeting.externallyOrganized || undefined}
      data-failed={meeting.externalSyncStatus === 'FAILED' || undefined}
      data-size={sizeOf(height)}
      style={{
        top: (from / 60) * hourHeight + 1,
        height,
        left: `${(column / columns) * free}%`,
        width: `calc(${(width / columns) * free}% - 3px)`,
      }}
      onPointerDown={(event) => move.begin(event, meeting, 'move')}
    >
      <span className={classes.blockTitle}>
        <MeetingName meeting={meeting} />
      </span>
      <span className="visually-hidden">{wordsOfDay(day)}</span>
      <span className={classes.blockTime}>
        {meeting.isPersonal ? <PersonalMark /> : <Place size={12} aria-hidden />} {hours}
        {elsewhere && <span className={classes.zone}>{elsewhere}</span>}
      </span>
      {meeting.canEdit && (
        <span
          className={classes.grip}
          aria-hidden
          onPointerDown={(event) => move.begin(event, meeting, 'resize')}
        />
      )}
    </MeetingLink>
  );
}

/** Returns how many lines of a title there is room for: a part of one, one, two or all. */
function sizeOf(height: number): string | undefined {
  if (height < 36) return 'small';
  if (height > 64) return 'tall';
  return height > 48 ? 'middle' : undefined;
}
