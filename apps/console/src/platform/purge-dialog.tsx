import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { leaveRemoved } from '../tenant.ts';
import { showNumber } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { PlainDialog } from '../ui/plain-dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';

type Props = { firm: AnswerOf<'filterTenants'>['content'][number]; close: () => void };

/** Removes a firm for good: the code is typed, the counts are said before, and the report comes after. */
export function PurgeDialog({ firm, close }: Props) {
  const t = useWords('platform');
  const purge = useWrite('purgeTenant');
  const [typed, setTyped] = useState('');
  const [isWrong, setWrong] = useState(false);
  const { tenantUuid, name, code } = firm;
  const query = firm.deletedAt ? { month: firm.deletedAt.slice(0, 7) } : {};
  const usage = useRead('getPlatformUsage', { query }, { staleTime: 60_000 });
  const own = usage.data?.find((each) => each.tenantUuid === tenantUuid);
  if (purge.data) return <Report firm={firm} answer={purge.data} />;
  const run = () => {
    if (typed.trim() === code) purge.mutate({ body: { tenantUuid } });
    else setWrong(true);
  };
  return (
    <Confirm
      title={t('purge.title', { name })}
      isOpen
      close={close}
      act={t('purge.act')}
      isDestructive
      isRunning={purge.isPending}
      run={run}
    >
      <p>{t('purge.text')}</p>
      {own && (
        <p>
          <strong>
            {t('purge.counts', {
              staff: showNumber(own.staff),
              contacts: showNumber(own.contacts),
            })}
          </strong>
        </p>
      )}
      <TextInput
        label={t('purge.type', { code })}
        autoComplete="off"
        value={typed}
        error={isWrong && t('purge.wrong')}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setWrong(false);
        }}
      />
      {purge.error && <ErrorCard error={purge.error} />}
    </Confirm>
  );
}

type ReportProps = Pick<Props, 'firm'> & { answer: AnswerOf<'purgeTenant'> };

/** Says what was removed, also of a removal that goes on after its answer. */
function Report({ firm, answer }: ReportProps) {
  const t = useWords('platform');
  const go = useGo();
  const leave = () => {
    if (!leaveRemoved(firm.tenantUuid, pathTo('tenants'))) void go(pathTo('tenants'));
  };
  const path = { tenantUuid: firm.tenantUuid };
  const progress = useRead(
    'getTenantPurge',
    { path },
    {
      enabled: !('removed' in answer),
      every: (now) => (now?.status === 'DONE' ? false : 1_000),
    },
  );
  const isDone = 'removed' in answer || progress.data?.status === 'DONE';
  const removed = 'removed' in answer ? answer.removed : progress.data?.removed;
  const total = Object.values(removed ?? {}).reduce((sum, count) => sum + count, 0);
  return (
    <PlainDialog
      title={t(isDone ? 'purge.done' : 'purge.running', { name: firm.name })}
      isOpen
      close={leave}
    >
      <p role="status" aria-busy={!isDone}>
        {t('purge.removed', { count: total, shown: showNumber(total) })}
      </p>
      {progress.error && <ErrorCard error={progress.error} />}
      <Button onClick={leave}>{t('purge.back')}</Button>
    </PlainDialog>
  );
}
