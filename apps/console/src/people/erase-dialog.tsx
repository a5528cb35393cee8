import { Group, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { markOld, refreshAfter, useRead } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { isApiError } from '../ui/states.tsx';
import type { Person } from './edit-section.tsx';
import classes from './person.module.css';

type Props = { person: Person; name: string; began: () => void; close: () => void };

/** Removes a person for good: says what goes and what stays, and asks for the name to be typed. */
export default function EraseDialog({ person, name, began, close }: Props) {
  const t = useWords('person');
  const common = useWords('common');
  const [reason, setReason] = useState('');
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<ApiError | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [done, setDone] = useState<AnswerOf<'eraseContact'>>();
  const over = useOver(reason !== '')('eraseContact:reason', reason);
  const { contactUuid, householdUuids, addresses } = person;
  const about = { entityType: 'CONTACT' as const, entityUuid: contactUuid, size: 1 };
  const notes = useRead('listNotes', { query: about });
  const tasks = useRead('listTasks', { query: about });
  const run = async () => {
    if (over) return;
    setRunning(true);
    setError(null);
    began();
    // The news of it may come before the answer, and there is nothing left to read.
    markOld(['eraseContact']);
    try {
      setDone(await call('eraseContact', { path: { contactUuid }, body: { reason } }));
      markOld(['eraseContact']);
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  };
  if (done) return <Erased contactUuid={contactUuid} answer={done} name={name} />;
  const goes = [
    t('erase.fields'),
    addresses.length > 0 && t('counts.addresses', { count: addresses.length }),
    notes.data?.totalElements && t('counts.notes', { count: notes.data.totalElements }),
    tasks.data?.totalElements && t('counts.tasks', { count: tasks.data.totalElements }),
    person.credentialsInitializedAt && t('erase.login'),
    householdUuids.length > 0 && t('erase.memberships', { count: householdUuids.length }),
    t('erase.invitations'),
  ].filter(Boolean);
  return (
    <Dialog title={t('erase.title', { name })} isOpen close={close}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          void run();
        }}
      >
        <FormError error={error} labelOf={() => t('erase.reason')} />
        <div>
          <strong>{t('erase.goes')}</strong>
          <ul className={classes.bullets}>
            {goes.map((each) => (
              <li key={String(each)}>{each}</li>
            ))}
          </ul>
          <strong>{t('erase.stays')}</strong>
          <ul className={classes.bullets}>
            <li>{t('erase.kept.PAST_MEETINGS')}</li>
            <li>{t('erase.kept.AUDIT_TRAIL')}</li>
          </ul>
        </div>
        <Textarea
          label={t('erase.reason')}
          error={over}
          description={t('erase.reasonText')}
          data-path="reason"
          required
          autosize
          minRows={2}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <TextInput
          label={t('erase.type', { name })}
          required
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common('back')}
          </Button>
          <Button
            type="submit"
            color="red"
            loading={isRunning}
            disabled={typed.trim() !== name || reason.trim() === ''}
          >
            {t('erase.act')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}

type ErasedProps = { contactUuid: string; answer: AnswerOf<'eraseContact'>; name: string };

/** Tells what was removed and what stays, also of a removal that goes on after its answer. */
function Erased({ contactUuid, answer, name }: ErasedProps) {
  const t = useWords('person');
  const go = useGo();
  const progress = useRead(
    'getErasure',
    { path: { contactUuid } },
    {
      enabled: 'statusUrl' in answer,
      every: (now) => (now?.status === 'DONE' ? false : 1_000),
    },
  );
  const done = progress.data?.status === 'DONE' ? progress.data : answer;
  const leave = () => void go(pathTo('people')).then(() => void refreshAfter(['eraseContact']));
  if ('statusUrl' in done)
    return (
      <Dialog title={t('erase.running', { name })} isOpen close={leave}>
        <p role="status" aria-busy>
          {t('erase.runningText')}
        </p>
        <Group justify="flex-end">
          <Button onClick={leave}>{t('erase.back')}</Button>
        </Group>
      </Dialog>
    );
  const removed = Object.entries(done.removed).flatMap(([kind, count]) => {
    const text = count > 0 ? t(`counts.${kind}`, { count, defaultValue: '' }) : '';
    return text || [];
  });
  // Where numbers stay in JSON is for the administrator of the data; here it is said once.
  const kinds = new Set(done.kept.map((kind) => kind.split(' ')[0] ?? ''));
  const kept = [...kinds].flatMap((kind) => t(`erase.kept.${kind}`, { defaultValue: '' }) || []);
  return (
    <Dialog title={t('erase.done', { name })} isOpen close={leave}>
      <strong>{t('erase.gone')}</strong>
      <ul className={classes.bullets}>
        {removed.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <strong>{t('erase.stays')}</strong>
      <ul className={classes.bullets}>
        {kept.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <Group justify="flex-end">
        <Button onClick={leave}>{t('erase.back')}</Button>
      </Group>
    </Dialog>
  );
}
