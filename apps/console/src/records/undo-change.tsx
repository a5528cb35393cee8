import { useState } from 'react';
import { type AnswerOf, ApiError, type BodyOf, call } from '../api.ts';
import { can } from '../can.ts';
import { refreshAfter, useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showWhen } from '../meeting-time.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Told } from './sittings.ts';
import { hasAllValues, takenBack } from './taken-back.ts';
import { toldOf } from './told.ts';

type Catalogue = typeof import('../field-catalogue.ts');
type Headers = { 'if-match': string };

/** The kinds of change that can be taken back, with how their record is read and written. */
const kinds = {
  'contact.updated': {
    write: 'updateContact',
    fieldsOf: ({ contactFields }: Catalogue) => contactFields,
    read: (contactUuid: string) => call('getContact', { path: { contactUuid } }),
    send: (contactUuid: string, body: object, headers: Headers) =>
      call('updateContact', {
        path: { contactUuid },
        body: body as BodyOf<'updateContact'>,
        headers,
      }),
  },
  'household.updated': {
    write: 'updateHousehold',
    fieldsOf: ({ householdFields }: Catalogue) => householdFields,
    read: (householdUuid: string) => call('getHousehold', { path: { householdUuid } }),
    send: (householdUuid: string, body: object, headers: Headers) =>
      call('updateHousehold', {
        path: { householdUuid },
        body: body as BodyOf<'updateHousehold'>,
        headers,
      }),
  },
  'meeting.updated': {
    write: 'updateMeeting',
    /** A move is taken back, and no other change. */
    only: ['startDateTime', 'endDateTime', 'timezone', 'allDay'],
    fieldsOf: ({ meetingFields }: Catalogue) => meetingFields,
    read: (meetingUuid: string) => call('getMeeting', { path: { meetingUuid } }),
    send: (meetingUuid: string, body: object, headers: Headers) =>
      call('updateMeeting', {
        path: { meetingUuid },
        body: body as BodyOf<'updateMeeting'>,
        headers,
      }),
  },
} as const;

type Asked = { meeting: AnswerOf<'getMeeting'>; body: object };

/**
 * Takes back what a person changed themself, for which the toast's Undo is soon gone. What somebody has
 * changed since stays as it is. Where people would be told by mail it asks first.
 */
export function UndoChange({ entry, about }: { entry: Told; about: string }) {
  const t = useWords('timeline');
  const common = useWords('common');
  const user = usePerson();
  const [isRunning, setRunning] = useState(false);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<ApiError>();
  const [asked, setAsked] = useState<Asked>();
  const kind = kinds[entry.eventType as keyof typeof kinds];
  // Known on the meeting's own page; elsewhere it is asked for with the change.
  const path = { meetingUuid: entry.entityUuid };
  const meeting = useRead('getMeeting', { path }, { enabled: false });
  const isOwn = entry.actorUuid === user?.userUuid && !entry.via;
  if (!kind || !isOwn || !can(kind.write, user) || !hasAllValues(entry)) return null;
  if (meeting.data?.canEdit === false) return null;
  const only: readonly string[] | undefined = 'only' in kind ? kind.only : undefined;
  if (only && !entry.changedFields.every((field) => only.includes(field))) return null;
  const attempt = async (act: () => Promise<void>) => {
    setRunning(true);
    setError(undefined);
    try {
      await act();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  const send = async (body: object, version: number) => {
    await kind.send(entry.entityUuid, body, { 'if-match': `"${version}"` });
    toast({ message: t('undone') });
    await refreshAfter([kind.write]);
  };
  const run = async () => {
    const [now, catalogue] = await Promise.all([
      kind.read(entry.entityUuid),
      import('../field-catalogue.ts'),
    ]);
    if ('canEdit' in now && !now.canEdit) throw new ApiError(403, { code: 'FORBIDDEN' });
    const body = takenBack(entry, now, kind.fieldsOf(catalogue));
    setGone(!body);
    if (!body) return;
    if ('participants' in now && toldOf(now.participants) > 0) setAsked({ meeting: now, body });
    else await send(body, now.version);
  };
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={isRunning}
        aria-label={t('undo', { about })}
        onClick={() => void attempt(run)}
      >
        {common('undo')}
      </Button>
      {isGone && <span role="alert">{t('undoGone')}</span>}
      {error && <ErrorCard error={error} />}
      {asked && (
        <AskBefore
          {...asked}
          close={() => setAsked(undefined)}
          run={() =>
            void attempt(() => send(asked.body, asked.meeting.version)).then(() =>
              setAsked(undefined),
            )
          }
          isRunning={isRunning}
        />
      )}
    </>
  );
}

type AskProps = Asked & { close: () => void; run: () => void; isRunning: boolean };

/** Says to when a meeting goes back, and how many are told of that by mail. */
function AskBefore({ meeting, body, ...rest }: AskProps) {
  const t = useWords('timeline');
  const count = toldOf(meeting.participants);
  const { days, hours } = showWhen({ ...meeting, ...body }, true);
  return (
    <Confirm title={t('undoMove.title')} isOpen act={t('undoMove.act', { count })} {...rest}>
      <p>{t('undoMove.means', { count, time: [days, hours].filter(Boolean).join(', ') })}</p>
    </Confirm>
  );
}
