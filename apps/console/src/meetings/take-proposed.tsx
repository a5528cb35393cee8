import { IconCalendarShare } from '@tabler/icons-react';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { Button } from '../ui/button.tsx';
import type { MeetingDetail, Participant } from './answer.tsx';
import classes from './meetings.module.css';
import { useReschedule } from './use-reschedule.tsx';

type Props = { meeting: MeetingDetail; proposed: Participant['proposed'] };

/** Moves a meeting to a time that somebody proposed: a button for each of them. */
export default function TakeProposed({ meeting, proposed }: Props) {
  const t = useWords('meetings');
  const { move, isRunning, element } = useReschedule();
  return (
    <span className={classes.proposed}>
      {proposed.map((times) => {
        const { days, hours } = showWhen({ ...meeting, ...times }, true);
        return (
          <Button
            key={times.startDateTime}
            size="xs"
            variant="default"
            writes
            disabled={isRunning}
            leftSection={<IconCalendarShare size={14} aria-hidden />}
            onClick={() => void move(meeting, times)}
          >
            {t('reschedule.toTime', { time: [days, hours].filter(Boolean).join(', ') })}
          </Button>
        );
      })}
      {element}
    </span>
  );
}
