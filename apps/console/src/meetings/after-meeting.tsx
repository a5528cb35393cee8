import { IconNotes } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { isOver } from '../meeting-time.ts';
import { usePerson } from '../person.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useMinute } from '../ui/minute.ts';
import type { MeetingDetail } from './answer.tsx';
import { nameOfParticipant } from './people.tsx';

const AfterForm = lazyPart(() => import('./after-form.tsx'));

/** Asks, once a meeting with clients is over, for what is left to do: note, tasks, next meeting. */
export function AfterMeeting({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const user = usePerson();
  const [search, change] = useSearch<'meeting'>();
  useMinute();
  const [isOpen, setOpen] = useState(search.after === '1');
  const clients = meeting.participants.flatMap((each) => {
    const { participantType, participantEntityUuid: uuid } = each;
    return participantType === 'CONTACT' && uuid ? [{ uuid, name: nameOfParticipant(each) }] : [];
  });
  const [first] = clients;
  if (meeting.status !== 'ACTIVE' || !isOver(meeting) || !first) return null;
  if (!can('createNote', user)) return null;
  const close = () => {
    setOpen(false);
    if (search.after) change({ after: undefined }, { replace: true });
  };
  return (
    <>
      <Button leftSection={<IconNotes size={16} aria-hidden />} onClick={() => setOpen(true)}>
        {t('after.act')}
      </Button>
      <Sheet title={t('after.title')} isOpen={isOpen} close={close} size="md">
        {isOpen && (
          <AfterForm
            meetingUuid={meeting.meetingUuid}
            clients={clients.map(({ uuid }) => uuid)}
            name={first.name}
            close={close}
          />
        )}
      </Sheet>
    </>
  );
}
