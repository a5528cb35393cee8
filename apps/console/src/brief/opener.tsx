import { useEffect } from 'react';
import { useRead } from '../data.ts';
import { nowHere, spanOf } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { shownZone } from '../time.ts';
import { useGo } from '../ui/address.ts';

const [leadMinutes, lookMs, askMs] = [10, 15_000, 120_000];
/** The meetings whose brief was opened: each opens once. */
const opened = new Set<string>();

/** Nobody is taken away from what they type, nor from a dialog. */
const isBusy = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ||
  document.querySelector('[role=dialog]') !== null;

/** Opens the brief of a meeting with clients by itself, shortly before it begins. */
export default function BriefOpener() {
  const go = useGo();
  const timezone = shownZone();
  const day = nowHere().toPlainDate();
  const query = { from: day.toString(), to: day.add({ days: 1 }).toString(), timezone };
  const { data } = useRead('listMeetings', { query }, { every: askMs, isBackground: true });
  useEffect(() => {
    const look = () => {
      if (isBusy()) return;
      const next = data?.meetings.find((meeting) => {
        if (meeting.status !== 'ACTIVE' || meeting.isPersonal || meeting.allDay) return false;
        const minutes = nowHere().until(spanOf(meeting)[0]).total('minutes');
        const isNear = minutes > 0 && minutes <= leadMinutes;
        return isNear && meeting.contactCount > 0 && !opened.has(meeting.meetingUuid);
      });
      if (!next) return;
      opened.add(next.meetingUuid);
      void go(pathTo('brief', { meetingUuid: next.meetingUuid }));
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [data, go]);
  return null;
}
