import { ActionIcon, Menu } from '@mantine/core';
import {
  IconCalendarOff,
  IconCalendarShare,
  IconDots,
  IconEyeOff,
  IconSend,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useActs } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { AuditItem } from '../records/audit-item.tsx';
import { toldOf } from '../records/told.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { MeetingDetail } from './answer.tsx';
import { MoveTo } from './move-to.tsx';

/** Shows what else can be done with a meeting, moving it first: what may not be done says why. */
export function MoreActs({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const go = useGo();
  const [isCanceling, setCanceling] = useState(false);
  const [isMoving, setMoving] = useState(false);
  const [isResending, setResending] = useState(false);
  const resend = useWrite('resendInvitations');
  const hide = useWrite('hideMeeting');
  const path = { meetingUuid: meeting.meetingUuid };
  const resendAll = async () => {
    try {
      const sent = await resend.mutateAsync({ path });
      const count = sent.filter((each) => each.lastInvitationResentAt !== null).length;
      toast({ message: t('resend.allDone', { count, skipped: sent.length - count }) });
    } catch {
      toast({ message: t('resend.allFailed'), isBad: true });
    }
  };
  const hideIt = async () => {
    try {
      await hide.mutateAsync({ path });
      toast({ message: t('hide.done') });
      await go(pathTo('meetings'));
    } catch {
      toast({ message: t('hide.failed'), isBad: true });
    }
  };
  const isCanceled = meeting.status === 'CANCELED';
  const mayResend = meeting.canResend && meeting.participants.length > 0 && !resend.isPending;
  useActs([
    {
      label: t('acts.brief'),
      run: () => void go(pathTo('brief', path)),
      isOpen: true,
      isLocal: true,
    },
    {
      label: t('reschedule.to'),
      run: () => setMoving(true),
      isOpen: meeting.canEdit && !isCanceled,
    },
    { label: t('resend.all'), run: () => setResending(true), isOpen: mayResend },
    {
      label: t('cancel.act'),
      run: () => setCanceling(true),
      isOpen: meeting.canCancel && !isCanceled,
    },
  ]);
  return (
    <>
      {meeting.canEdit && !isCanceled && (
        <Button
          variant="default"
          writes
          leftSection={<IconCalendarShare size={16} aria-hidden />}
          onClick={() => setMoving(true)}
        >
          {t('reschedule.run')}
        </Button>
      )}
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t('acts.more')}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            leftSection={<IconSend size={16} aria-hidden />}
            disabled={!mayResend}
            onClick={() => void resendAll()}
          >
            {t('resend.all')}
          </MenuItem>
          {isCanceled ? (
            <MenuItem
              leftSection={<IconEyeOff size={16} aria-hidden />}
              disabled={!meeting.canRemoveFromCalendar}
              onClick={() => void hideIt()}
            >
              {t('hide.act')}
            </MenuItem>
          ) : (
            <MenuItem
              color="red"
              leftSection={<IconCalendarOff size={16} aria-hidden />}
              disabled={!meeting.canCancel}
              onClick={() => setCanceling(true)}
            >
              {t('cancel.act')}
            </MenuItem>
          )}
          {!meeting.canEdit && !isCanceled && (
            <Menu.Label>
              {t(meeting.externallyOrganized ? 'acts.external' : 'acts.notYours', {
                name: meeting.hostName,
              })}
            </Menu.Label>
          )}
          <AuditItem entityType="MEETING" entityUuid={meeting.meetingUuid} />
        </Menu.Dropdown>
      </Menu>
      <MoveTo meeting={meeting} isOpen={isMoving} close={() => setMoving(false)} />
      <CancelDialog meeting={meeting} isOpen={isCanceling} close={() => setCanceling(false)} />
      <Confirm
        title={t('resend.allTitle')}
        isOpen={isResending}
        close={() => setResending(false)}
        act={t('resend.act')}
        run={() => void resendAll().then(() => setResending(false))}
        isRunning={resend.isPending}
      >
        <p>
          {t('resend.allText', {
            count: meeting.participants.filter(({ canResend }) => canResend).length,
          })}
        </p>
      </Confirm>
    </>
  );
}

function CancelDialog({
  meeting,
  isOpen,
  close,
}: {
  meeting: MeetingDetail;
  isOpen: boolean;
  close: () => void;
}) {
  const t = useWords('meetings');
  const cancel = useWrite('cancelMeeting');
  const told = toldOf(meeting.participants);
  const run = async () => {
    try {
      await cancel.mutateAsync({ path: { meetingUuid: meeting.meetingUuid } });
      close();
      toast({ message: t('cancel.done') });
    } catch {
      // The card says why.
    }
  };
  return (
    <Confirm
      title={t('cancel.title')}
      isOpen={isOpen}
      close={close}
      act={t(told > 0 ? 'cancel.confirm' : 'cancel.act')}
      run={() => void run()}
      isDestructive
      isRunning={cancel.isPending}
    >
      <p>{told > 0 ? t('cancel.tells', { count: told }) : t('cancel.tellsNobody')}</p>
      {cancel.error && <ErrorCard error={cancel.error} />}
    </Confirm>
  );
}
