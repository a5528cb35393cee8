import { useState } from 'react';
import { ApiError, type BodyOf, call } from '../api.ts';
import { can } from '../can.ts';
import { refreshAfter } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Told } from './sittings.ts';
import { hasAllValues, takenBack } from './taken-back.ts';

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
} as const;

/**
 * Takes back what a person changed themself, for which the toast's Undo is soon gone. What somebody has
 * changed since stays as it is.
 */
export function UndoChange({ entry, about }: { entry: Told; about: string }) {
  const t = useWords('timeline');
  const common = useWords('common');
  const user = usePerson();
  const [isRunning, setRunning] = useState(false);
  const [isGone, setGone] = useState(false);
  const [error, setError] = useState<ApiError>();
  const kind = kinds[entry.eventType as keyof typeof kinds];
  const isOwn = entry.actorUuid === user?.userUuid && !entry.via;
  if (!kind || !isOwn || !can(kind.write, user) || !hasAllValues(entry)) return null;
  const run = async () => {
    setRunning(true);
    setError(undefined);
    try {
      const [now, catalogue] = await Promise.all([
        kind.read(entry.entityUuid),
        import('../field-catalogue.ts'),
      ]);
      const body = takenBack(entry, now, kind.fieldsOf(catalogue));
      setGone(!body);
      if (!body) return;
      await kind.send(entry.entityUuid, body, { 'if-match': `"${now.version}"` });
      toast({ message: t('undone') });
      await refreshAfter([kind.write]);
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  return (
    <>
      <Button
        size="compact-xs"
        variant="subtle"
        loading={isRunning}
        aria-label={t('undo', { about })}
        onClick={() => void run()}
      >
        {common('undo')}
      </Button>
      {isGone && <span role="alert">{t('undoGone')}</span>}
      {error && <ErrorCard error={error} />}
    </>
  );
}
