import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useWrite } from '../data.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { nameOf } from '../records/person-name.ts';
import { toldOf } from '../records/told.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { faultsOf, MeetingForm } from './form.tsx';
import {
  bodyOf,
  fieldOf,
  isAsked,
  type MeetingValues,
  newValues,
  type Picked,
} from './form-values.ts';

/** A new meeting; `contact` in the address names people to begin with, `date`, `start`, `end` a time. */
export default function NewMeeting() {
  const t = useWords('meetings');
  const [search] = useSearch<'newMeeting'>();
  const [initial] = useState(() => newValues(search));
  const asked = (search.contact ?? '').split(',').filter(Boolean);
  const named = useQueries({
    queries: asked.map((contactUuid) => ({
      queryKey: ['getContact', { path: { contactUuid } }],
      queryFn: () => call('getContact', { path: { contactUuid } }),
      retry: false,
    })),
  });
  const isLoading = named.some((each) => each.isPending);
  const people = named.flatMap(({ data }): Picked[] =>
    data
      ? [
          {
            kind: 'CONTACT',
            id: data.contactUuid,
            name: nameOf(data),
            email: data.primaryEmail,
          },
        ]
      : [],
  );
  return (
    <Page
      title={t('form.new')}
      lead={t('form.newLead')}
      crumbs={[{ label: t('list.title'), href: pathTo('meetings') }]}
    >
      {isLoading ? (
        <div aria-busy="true">
          <Lines count={6} height={40} />
        </div>
      ) : (
        <Filled initial={{ ...initial, people }} />
      )}
    </Page>
  );
}

function Filled({ initial }: { initial: MeetingValues }) {
  const t = useWords('meetings');
  const go = useGo();
  const [{ contact = '', date = '', start = '' }] = useSearch<'newMeeting'>();
  const create = useWrite('createMeeting');
  const state = useForm({
    initial,
    draft: `new-meeting:${contact}:${date}:${start}`,
    limits: 'createMeeting',
    isAsked,
    check: faultsOf,
    send: (values, { headers }) => create.mutateAsync({ body: bodyOf(values), headers }),
    saved: ({ meetingUuid, participants }) => {
      const count = toldOf(participants);
      toast({ message: t(count > 0 ? 'form.invitedToast' : 'form.savedToast', { count }) });
      void go(pathTo('meeting', { meetingUuid }), { replace: true });
    },
    pathOf: fieldOf,
  });
  const { length: count } = state.form.values.people;
  return (
    <MeetingForm
      of={state}
      act={count > 0 ? t('form.saveAndInvite', { count }) : t('form.save')}
      cancel={() => void go(pathTo('calendar'))}
    />
  );
}
