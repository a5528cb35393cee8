import { useEffect } from 'react';
import { useRead } from '../data.ts';
import { nowHere, spanOf } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { tabStorage } from '../storage.ts';
import { shownZone } from '../time.ts';
import { useGo } from '../ui/address.ts';

const [leadMinutes, lookMs, askMs] = [10, 15_000, 120_000];
/** Nobody is taken away from what they type, nor from a dialog, and a tab that nobody sees stays as it is. */
const isBusy = () =>
  document.hidden ||
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ||
  document.querySelector('[role=dialog]') !== null;

/** Opens the brief of a meeting with clients by itself, shortly before it begins. */
export default function BriefOpener() {
  const go = useGo();
  // The tab remembers which briefs were opened: each opens once, whatever is reloaded.
  const place = `draft:${usePerson()?.userUuid}:brief-opened`;
  const timezone = shownZone();
  const day = nowHere().toPlainDate();
  const query = { from: day.toString(), to: day.add({ days: 1 }).toString(), timezone };
  const { data } = useRead('listMeetings', { query }, { every: askMs, isBackground: true });
  useEffect(() => {
    const look = () => {
      if (isBusy()) return;
      const opened = tabStorage.get(place) ?? '';
      const next = data?.meetings.find((meeting) => {
        if (meeting.status !== 'ACTIVE' || meeting.isPersonal || meeting.allDay) return false;
        const minutes = nowHere().until(spanOf(meeting)[0]).total('minutes');
        const isNear = minutes > 0 && minutes <= leadMinutes;
        return isNear && meeting.contactCount > 0 && !opened.includes(meeting.meetingUuid);
      });
      if (!next) return;
      tabStorage.set(place, `${opened} ${next.meetingUuid}`.trim());
      void go(pathTo('brief', { meetingUuid: next.meetingUuid }));
    };
    look();
    const timer = setInterval(look, lookMs);
    return () => clearInterval(timer);
  }, [data, go, place]);
  return null;
}
