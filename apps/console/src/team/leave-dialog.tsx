import { Group } from '@mantine/core';
import { useState } from 'react';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { type Staff, StaffSelect } from '../records/staff-select.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './team.module.css';
import { useLoad } from './use-load.ts';

type Props = {
  who: { staffUuid: string; name: string };
  /** True of somebody who cannot sign in any more: only the hand-over is left. */
  isGone?: boolean;
  close: () => void;
  done?: () => void;
};

/** Takes leave of a colleague: what they look after is counted, handed over, and then the login ends. */
export function LeaveDialog({ who, isGone = false, close, done }: Props) {
  const t = useWords('team');
  const common = useWords('common');
  const user = usePerson();
  const load = useLoad(who.staffUuid);
  const count = useWrite('transferBook');
  const transfer = useWrite('transferBook');
  const remove = useWrite('deleteStaffMember');
  const [to, setTo] = useState<Staff>();
  const mayTransfer = can('transferBook', user);
  const path = { tenantStaffUuid: who.staffUuid };
  const held = [load.people, load.households, load.meetings];
  const isKnown = held.every((each) => each !== undefined);
  const hasBook = held.some((each) => (each ?? 0) > 0);
  const isCounted = to !== undefined && count.data !== undefined;
  const isReady = isKnown && (isCounted || !hasBook || !mayTransfer);
  const isSelf = to?.uuid === who.staffUuid;

  const choose = (staff: Staff) => {
    setTo(staff);
    count.reset();
    if (staff.uuid !== who.staffUuid)
      count.mutate({ path, body: { toStaffUuid: staff.uuid, dryRun: true } });
  };
  const run = async () => {
    try {
      if (to) await transfer.mutateAsync({ path, body: { toStaffUuid: to.uuid } });
      if (!isGone) await remove.mutateAsync({ path, body: { staffUuidToDelete: who.staffUuid } });
    } catch {
      // What failed is shown in the dialog.
      return;
    }
    toast({ message: t(isGone ? 'leave.handed' : 'leave.done', { name: who.name }) });
    close();
    done?.();
  };
  const error = count.error ?? transfer.error ?? remove.error;
  const parts = (counts: { contacts: number; households: number; meetings: number }) => ({
    people: t('leave.people', { count: counts.contacts }),
    households: t('leave.households', { count: counts.households }),
    meetings: t('leave.meetings', { count: counts.meetings }),
  });
  return (
    <Dialog
      title={t(isGone ? 'leave.handTitle' : 'leave.title', { name: who.name })}
      isOpen
      close={close}
    >
      <div className={classes.stack}>
        {!isGone && <p>{t('leave.text')}</p>}
        {isKnown && (
          <p>
            {hasBook
              ? t(mayTransfer ? 'leave.leads' : 'leave.leadsStay', {
                  ...parts({
                    contacts: load.people ?? 0,
                    households: load.households ?? 0,
                    meetings: load.meetings ?? 0,
                  }),
                })
              : t('leave.nothing')}
          </p>
        )}
        {mayTransfer && (hasBook || isGone) && (
          <StaffSelect label={t('leave.to')} onChange={choose} />
        )}
        {isSelf && <p role="alert">{t('leave.same')}</p>}
        {isCounted && count.data && (
          <p role="status" className={classes.counted}>
            {t('leave.counted', { ...parts(count.data), name: to.name })}
          </p>
        )}
        {error && <ErrorCard error={error} />}
      </div>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {common('back')}
        </Button>
        <Button
          {...(isGone ? {} : { color: 'red' })}
          loading={transfer.isPending || remove.isPending}
          disabled={isGone ? !isCounted : !isReady}
          onClick={() => void run()}
        >
          {isGone ? t('leave.hand') : hasBook && mayTransfer ? t('leave.both') : t('leave.act')}
        </Button>
      </Group>
    </Dialog>
  );
}
