import { useState } from 'react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { NotFound } from '../shell/faults.tsx';
import { useAddress, useGo } from '../ui/address.ts';
import { Confirm } from '../ui/dialog.tsx';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import { MeetingForm } from './form.tsx';
import { bodyOf, type MeetingValues, valuesOf } from './form-values.ts';
import { toldOf } from './told.ts';

/** A meeting being changed. */
export default function EditMeeting() {
  const t = useWords('meetings');
  const { meetingUuid } = useAddress<'meetingUuid'>();
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  if (meeting.error?.status === 404) return <NotFound />;
  const title = meeting.data?.title ?? t('untitled');
  return (
    <Page
      title={t('form.edit')}
      lead={meeting.data ? title : ' '}
      crumbs={[
        { label: t('list.title'), href: pathTo('meetings') },
        { label: title, href: pathTo('meeting', { meetingUuid }) },
      ]}
    >
      <Read of={meeting} skeleton={<Lines count={8} height={40} />}>
        {(each) => <Form read={each} />}
      </Read>
    </Page>
  );
}

/** Returns whether those invited are told of a change: its time, place or title. */
function tells(before: MeetingDetail, values: MeetingValues): boolean {
  const next = bodyOf(values);
  const seconds = (time: string) => (time.length === 10 ? `${time}T00:00:00` : `${time}:00`);
  return (
    seconds(next.startDateTime) !== before.startDateTime ||
    seconds(next.endDateTime) !== before.endDateTime ||
    next.timezone !== before.timezone ||
    next.title !== before.title ||
    next.locationType !== before.locationType ||
    next.locationDetail !== before.locationDetail ||
    next.meetingLink !== before.meetingLink
  );
}

function Form({ read }: { read: MeetingDetail }) {
  const t = useWords('meetings');
  const go = useGo();
  const update = useWrite('updateMeeting');
  // What is being typed stays as it is, whatever is read meanwhile.
  const [meeting] = useState(read);
  const [waiting, setWaiting] = useState<MeetingValues>();
  const path = { meetingUuid: meeting.meetingUuid };
  const back = () => void go(pathTo('meeting', path));
  const countOf = ({ people }: MeetingValues) =>
    toldOf(people.map(({ id, email }) => ({ email, participantEntityUuid: id })));
  const count = waiting ? countOf(waiting) : 0;
  const write = async (values: MeetingValues) => {
    setWaiting(undefined);
    try {
      // Based on what was read: a change by somebody else in between is not overwritten.
      const headers = { 'if-match': `"${meeting.version}"` };
      await update.mutateAsync({ path, body: bodyOf(values), headers });
      toast({ message: t('form.changed') });
      back();
    } catch {
      // The form says why.
    }
  };
  return (
    <>
      <MeetingForm
        initial={valuesOf(meeting)}
        act={() => t('form.saveChanges')}
        save={async (values) => {
          if (tells(meeting, values) && countOf(values) > 0) setWaiting(values);
          else await write(values);
        }}
        cancel={back}
        error={update.error}
        isRunning={update.isPending}
      />
      <Confirm
        title={t('move.title')}
        isOpen={waiting !== undefined}
        close={() => setWaiting(undefined)}
        act={t('move.act', { count })}
        run={() => waiting && void write(waiting)}
      >
        <p>{t('move.means', { count })}</p>
      </Confirm>
    </>
  );
}
