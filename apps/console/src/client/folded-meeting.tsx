import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { WhenAndWhere } from '../meetings/content.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './client.module.css';

type Meeting = AnswerOf<'listMeetings'>['meetings'][number];

/** A meeting in one line, which opens in its place: when and where it is, and what it is about. */
export function FoldedMeeting({ meeting, when }: { meeting: Meeting; when: string }) {
  const words = useWords('meetings');
  const { meetingUuid } = meeting;
  const [isOpen, setOpen] = useState(false);
  const detail = useRead('getMeeting', { path: { meetingUuid } }, { enabled: isOpen });
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <strong>{meeting.title ?? words('untitled')}</strong>
        <span className={classes.muted}>
          {when} · {meeting.hostName}
        </span>
      </summary>
      {isOpen && (
        <div className={classes.opened}>
          <Read of={detail} skeleton={<Lines count={3} />}>
            {(data) => (
              <>
                <WhenAndWhere meeting={data} />
                {data.description && <p className={classes.text}>{data.description}</p>}
              </>
            )}
          </Read>
        </div>
      )}
    </details>
  );
}
