import { foldText } from '@atrium/kit/texts/folding.ts';
import { PersonChip } from './person-chip.tsx';
import { type Told, useToldByClient } from './told-by-client.ts';

/** A meeting's name as it is told: its client, with the chip where one points, and then its title. */
export function MeetingName({ meeting }: { meeting: Told & { meetingUuid: string } }) {
  const told = useToldByClient()(meeting);
  const [first] = meeting.contactNames;
  const [who = '', ...rest] = told.split(' · ');
  if (!first || !foldText(who).includes(foldText(first))) return told;
  return (
    // One piece: on a phone a link places its parts beside each other.
    <span>
      <PersonChip of={{ meetingUuid: meeting.meetingUuid, name: first }}>{who}</PersonChip>
      {rest.length > 0 && ` · ${rest.join(' · ')}`}
    </span>
  );
}
