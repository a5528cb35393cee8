import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { MeetingForm } from './form.tsx';
import { bodyOf, type MeetingValues, newValues, type Picked } from './form-values.ts';
import { toldOf } from './told.ts';

/** A new meeting; `contact` in the address names people to begin with, `date`, `start`, `end` a time. */
export default function NewMeeting() {
  const t = useWords('meetings');
  const go = useGo();
  const [search] = useSearch();
  const [initial] = useState(() => newValues(search));
  const create = useWrite('createMeeting');
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
            name: data.displayName ?? `${data.firstName} ${data.paternalLastName}`,
            email: data.primaryEmail,
          },
        ]
      : [],
  );
  const save = async (values: MeetingValues) => {
    try {
      const { meetingUuid, participants } = await create.mutateAsync({ body: bodyOf(values) });
      const count = toldOf(participants);
      toast({ message: t(count > 0 ? 'form.invitedToast' : 'form.savedToast', { count }) });
      await go(pathTo('meeting', { meetingUuid }), { replace: true });
    } catch {
      // The form says why.
    }
  };
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
        <MeetingForm
          initial={{ ...initial, people }}
          act={({ people: { length: count } }) =>
            count > 0 ? t('form.saveAndInvite', { count }) : t('form.save')
          }
          save={save}
          cancel={() => void go(pathTo('calendar'))}
          error={create.error}
          isRunning={create.isPending}
        />
      )}
    </Page>
  );
}
