import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { type Outcome, Outcomes } from '../records/outcomes.tsx';
import { useToldByClient } from '../records/told-by-client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingRow } from './list-row.ts';
import classes from './meetings.module.css';

/** Tries every failed sync of the page once more, and says for which that could not be, and why. */
export default function RetryAll({ rows }: { rows: readonly MeetingRow[] }) {
  const t = useWords('meetings');
  const toldByClient = useToldByClient();
  const write = useWrite('syncMeetings');
  const user = usePerson();
  const whyOf = ({ hostUuid, hostName }: MeetingRow, refusal: string) => {
    if (refusal === 'FORBIDDEN') return t('retryAll.hostOnly', { name: hostName });
    if (refusal !== 'SYNC_NOT_RETRYABLE') return undefined;
    return t(hostUuid === user?.userUuid ? 'sync.noCure' : 'sync.hostMust', { name: hostName });
  };
  const [refused, setRefused] = useState<readonly Outcome[]>([]);
  // Those that were mended, or stand on another page, are told of no more.
  const still = refused.filter(({ uuid }) => rows.some(({ meetingUuid }) => meetingUuid === uuid));
  const run = async () => {
    const meetingUuids = rows.map(({ meetingUuid }) => meetingUuid);
    const { outcomes } = await write.mutateAsync({ body: { meetingUuids } });
    const refusals = new Map(outcomes.map(({ uuid, refusal }) => [uuid, refusal]));
    const left = rows.flatMap((row): Outcome[] => {
      const refusal = refusals.get(row.meetingUuid) ?? null;
      if (refusal === null) return [];
      const name = toldByClient(row);
      return [{ uuid: row.meetingUuid, name, refusal, why: whyOf(row, refusal) }];
    });
    setRefused(left);
    const count = rows.length - left.length;
    toast({
      message: t('retryAll.done', { count, left: left.length }),
      isBad: left.length > 0,
    });
  };
  return (
    <>
      <div className={classes.retryAll}>
        <p className={classes.muted}>{t('retryAll.means')}</p>
        <Button
          writes
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={14} aria-hidden />}
          loading={write.isPending}
          onClick={() => void run().catch(() => undefined)}
        >
          {t('retryAll.act', { count: rows.length })}
        </Button>
      </div>
      {write.error && <ErrorCard error={write.error} />}
      {still.length > 0 && <Outcomes outcomes={still} done="" />}
    </>
  );
}
