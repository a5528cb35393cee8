import { Group } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError, call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { nameOf } from '../records/person-name.ts';
import { type Staff, StaffSelect } from '../records/staff-select.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { faultText } from '../ui/form.tsx';
import { useProblem } from '../ui/states.tsx';
import type { PersonRow } from './list-row.ts';
import classes from './people.module.css';

type Outcome = { person: PersonRow; error?: ApiError };

/** Gives people to another adviser, one after another, and says what came of each. */
export default function ReassignDialog({
  people,
  close,
}: {
  people: readonly PersonRow[];
  close: () => void;
}) {
  const t = useWords('people');
  const common = useWords('common');
  const [staff, setStaff] = useState<Staff>();
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>([]);
  const [state, setState] = useState<'ASKING' | 'RUNNING' | 'DONE'>('ASKING');
  const run = async (those: readonly PersonRow[], before: readonly Outcome[]) => {
    if (!staff) return;
    setState('RUNNING');
    let done = before;
    for (const person of those) {
      const error = await give(person, staff);
      done = [...done, error ? { person, error } : { person }];
      setOutcomes(done);
    }
    setState('DONE');
    await refreshAfter(['updateContact']);
  };
  const failed = outcomes.filter(({ error }) => error);
  const given = outcomes.length - failed.length;
  const again = () => {
    const kept = outcomes.filter(({ error }) => !error);
    setOutcomes(kept);
    void run(
      failed.map(({ person }) => person),
      kept,
    );
  };
  const isRunning = state === 'RUNNING';
  return (
    <Dialog
      title={t('reassign.title', { count: people.length })}
      isOpen
      close={() => !isRunning && close()}
    >
      {state === 'ASKING' ? (
        <>
          <StaffSelect label={t('reassign.to')} onChange={setStaff} />
          <p className={classes.quiet}>{t('reassign.means')}</p>
        </>
      ) : (
        <>
          <div
            className={classes.progress}
            role="progressbar"
            aria-label={t('reassign.progress')}
            aria-valuemin={0}
            aria-valuemax={people.length}
            aria-valuenow={outcomes.length}
          >
            <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
              <rect width="100" height="8" className={classes.track} />
              <rect
                width={(outcomes.length / people.length) * 100}
                height="8"
                className={classes.fill}
              />
            </svg>
          </div>
          <p role="status">
            {isRunning
              ? t('reassign.running', { done: outcomes.length, total: people.length })
              : t('reassign.done', {
                  count: given,
                  total: people.length,
                  name: staff?.name,
                })}
          </p>
          <ul className={classes.outcomes}>
            {[...outcomes].reverse().map((each) => (
              <OutcomeRow key={each.person.contactUuid} {...each} />
            ))}
          </ul>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        {state === 'ASKING' && (
          <>
            <Button variant="default" onClick={close}>
              {common('back')}
            </Button>
            <Button writes disabled={!staff} onClick={() => void run(people, [])}>
              {t('reassign.run', { count: people.length })}
            </Button>
          </>
        )}
        {state === 'DONE' && failed.length > 0 && (
          <Button variant="default" writes onClick={again}>
            {t('reassign.again', { count: failed.length })}
          </Button>
        )}
        {state !== 'ASKING' && (
          <Button loading={isRunning} onClick={close}>
            {common('close')}
          </Button>
        )}
      </Group>
    </Dialog>
  );
}

/** Gives one person to an adviser. Returns why it was refused. */
async function give({ contactUuid }: PersonRow, { uuid, isPartner }: Staff) {
  const contactManagerFirmType = isPartner ? ('PARTNER' as const) : ('TENANT' as const);
  const body = { contactManagerId: uuid, contactManagerFirmType };
  try {
    await call('updateContact', { path: { contactUuid }, body });
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

function OutcomeRow({ person, error }: Outcome) {
  const t = useWords('people');
  return (
    <li data-bad={error !== undefined || undefined}>
      {error ? <IconCircleX size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
      <span>{nameOf(person)}</span>
      <span className={classes.quiet}>
        {error ? <Reason error={error} /> : t('reassign.given')}
      </span>
    </li>
  );
}

function Reason({ error }: { error: ApiError }) {
  const { title, detail } = useProblem(error);
  const [fault] = error.errors;
  return [title, fault ? faultText(fault) : detail].filter(Boolean).join(': ');
}
