import type { AnchorHTMLAttributes } from 'react';
import { pathTo } from '../paths.ts';

type Props = AnchorHTMLAttributes<HTMLAnchorElement> & {
  meetingUuid: string;
  open: (meetingUuid: string) => void;
};

/** A meeting of the calendar: it opens beside the calendar, or in a new tab as any link does. */
export function MeetingLink({ meetingUuid, open, ...props }: Props) {
  return (
    <a
      href={pathTo('meeting', { meetingUuid })}
      draggable={false}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        open(meetingUuid);
      }}
      {...props}
    />
  );
}
