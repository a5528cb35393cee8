import { useState } from 'react';
import { call } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { lastChangeOf } from '../forms/last-change.ts';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { answeredOf, toldOf } from '../records/told.ts';
import { useAddress, useGo } from '../ui/address.ts';
import { Confirm } from '../ui/dialog.tsx';
import { NotFound } from '../ui/faults.tsx';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import { faultsOf, MeetingForm } from './form.tsx';
import { bodyOf, fieldOf, isAsked, type MeetingValues, timesOf, valuesOf } from './form-values.ts';

/** A meeting being changed. */
export default function EditMeeting() {
  const t = useWords('meetings');
  const { meetingUuid } = useAddress<'meeting'>();
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

/** Returns whether a change gives the meeting another time. */
function moves(before: MeetingDetail, values: MeetingValues): boolean {
  const { startDateTime, endDateTime } = timesOf(values);
  const seconds = (time: string) => (time.length === 10 ? `${time}T00:00:00` : `${time}:00`);
  return (
    seconds(startDateTime) !== before.startDateTime ||
    seconds(endDateTime) !== before.endDateTime ||
    values.timezone !== before.timezone
  );
}

/** Returns whether those invited are told of a change: its time, place or title. */
function tells(before: MeetingDetail, values: MeetingValues): boolean {
  const next = bodyOf(values);
  return (
    moves(before, values) ||
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
  const [isAsking, setAsking] = useState(false);
  const path = { meetingUuid: meeting.meetingUuid };
  const back = () => void go(pathTo('meeting', path));
  const state = useForm({
    initial: valuesOf(meeting),
    version: meeting.version,
    draft: `meeting:${meeting.meetingUuid}`,
    limits: 'updateMeeting',
    isAsked,
    check: faultsOf,
    send: (values, { headers, initial }) =>
      update.mutateAsync({ path, body: changesOf(values, initial), headers }),
    saved: () => {
      toast({ message: t('form.changed') });
      back();
    },
    reread: async () => {
      const of = { entityType: 'MEETING', entityUuid: meeting.meetingUuid } as const;
      const [now, last] = await Promise.all([call('getMeeting', { path }), lastChangeOf(of)]);
      return { values: valuesOf(now), version: now.version, ...last };
    },
    pathOf: fieldOf,
  });
  const { values } = state.form;
  const count = toldOf(
    values.people.map(({ id, email }) => ({ email, participantEntityUuid: id })),
  );
  const cleared = isAsking && moves(meeting, values) ? answeredOf(meeting.participants) : 0;
  const submit = async () => {
    const isRight = Object.keys(faultsOf(values)).length === 0;
    if (isRight && tells(meeting, values) && count > 0) setAsking(true);
    else await state.submit();
  };
  return (
    <>
      <MeetingForm
        of={{ ...state, submit }}
        act={t('form.saveChanges')}
        cancel={back}
        host={{ id: meeting.hostUuid, name: meeting.hostName }}
      />
      <Confirm
        title={t('move.title')}
        isOpen={isAsking}
        close={() => setAsking(false)}
        act={t('move.act', { count })}
        run={() => {
          setAsking(false);
          void state.submit();
        }}
      >
        <p>
          {t('move.means', { count })} {cleared > 0 && t('reschedule.clears', { count: cleared })}
        </p>
      </Confirm>
    </>
  );
}

const times = ['startDateTime', 'endDateTime', 'timezone', 'allDay'];

/** Returns what changes a meeting from one form to another; its times go together. */
function changesOf(values: MeetingValues, initial: MeetingValues) {
  const [next, before] = [bodyOf(values), bodyOf(initial)];
  const changed = pathsThatDiffer(next, before);
  const isMoved = changed.some((name) => times.includes(name));
  const isSent = (name: string) => changed.includes(name) || (isMoved && times.includes(name));
  return Object.fromEntries(Object.entries(next).filter(([name]) => isSent(name)));
}
