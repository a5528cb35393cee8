import {
  IconDoorExit,
  IconLock,
  IconMail,
  IconShieldOff,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { ApiError, OperationId } from '../api.ts';
import { can } from '../can.ts';
import { queryClient, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { nameOf } from '../records/person-name.ts';
import { useMailsWait } from '../records/use-firm.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import type { Member } from './member.ts';
import { PasswordDialog } from './password-dialog.tsx';
import classes from './team.module.css';

type Asked = 'LINK' | 'PASSWORD' | 'FACTOR' | 'ACTIVE' | 'LEAVE';

/** How a colleague signs in, and the ways to let them in anew, to shut them out and to take leave. */
export function MemberActs({ member, close }: { member: Member; close: () => void }) {
  const t = useWords('team');
  const user = usePerson();
  const [asked, setAsked] = useState<Asked>();
  const link = useWrite('resetStaffCredentials');
  const factor = useWrite('resetStaffSecondFactor');
  const update = useWrite('updateStaffMember');
  const path = { tenantStaffUuid: member.tenantStaffUuid };
  const name = nameOf(member);
  const isOff = useMailsWait();
  const isSelf = member.tenantStaffUuid === user?.userUuid;
  const done = (message: string) => ({
    onSuccess: () => {
      setAsked(undefined);
      toast({ message });
    },
  });
  const { isActive } = member;
  const acts: readonly [Asked, OperationId, ReactNode, string, boolean?][] = [
    ['LINK', 'resetStaffCredentials', <IconMail key="i" size={16} aria-hidden />, t('acts.link')],
    [
      'PASSWORD',
      'setStaffPassword',
      <IconLock key="i" size={16} aria-hidden />,
      t('acts.password'),
    ],
    [
      'FACTOR',
      'resetStaffSecondFactor',
      <IconShieldOff key="i" size={16} aria-hidden />,
      t('acts.factor'),
    ],
    [
      'ACTIVE',
      'updateStaffMember',
      isActive ? (
        <IconUserOff key="i" size={16} aria-hidden />
      ) : (
        <IconUserCheck key="i" size={16} aria-hidden />
      ),
      t(isActive ? 'acts.deactivate' : 'acts.activate'),
      isSelf,
    ],
    [
      'LEAVE',
      'deleteStaffMember',
      <IconDoorExit key="i" size={16} aria-hidden />,
      t('acts.leave'),
      isSelf,
    ],
  ];
  return (
    <section className={`${classes.acts} ${classes.signIn}`} aria-label={t('acts.title')}>
      <h3>{t('acts.title')}</h3>
      <div>
        {acts
          .filter(([, operation]) => can(operation, user))
          .map(([name, , icon, label, isOff]) => (
            <Button
              key={name}
              variant="default"
              size="xs"
              leftSection={icon}
              disabled={isOff ?? false}
              {...(name === 'LEAVE' ? { color: 'red', variant: 'subtle' } : {})}
              onClick={() => setAsked(name)}
            >
              {label}
            </Button>
          ))}
      </div>
      <Asking
        title={t('acts.linkTitle', { name })}
        text={t('acts.linkText', { email: member.userEmail })}
        act={t('acts.link')}
        isOpen={asked === 'LINK'}
        close={() => setAsked(undefined)}
        write={link}
        run={() =>
          link.mutate(
            { path },
            {
              onSuccess: () => {
                const email = member.userEmail;
                setAsked(undefined);
                toast({ message: t(isOff ? 'acts.linkWaits' : 'acts.linkDone', { email }) });
                // The trail tells when the last link went.
                void queryClient.invalidateQueries({ queryKey: ['listAuditTrail'] });
              },
            },
          )
        }
      />
      <Asking
        title={t('acts.factorTitle', { name })}
        text={t('acts.factorText')}
        act={t('acts.factor')}
        isDestructive
        isOpen={asked === 'FACTOR'}
        close={() => setAsked(undefined)}
        write={factor}
        run={() => factor.mutate({ path }, done(t('acts.factorDone', { name })))}
      />
      <Asking
        title={t(isActive ? 'acts.deactivateTitle' : 'acts.activateTitle', { name })}
        text={t(isActive ? 'acts.deactivateText' : 'acts.activateText')}
        act={t(isActive ? 'acts.deactivate' : 'acts.activate')}
        isDestructive={isActive}
        isOpen={asked === 'ACTIVE'}
        close={() => setAsked(undefined)}
        write={update}
        run={() =>
          update.mutate(
            { path, body: { isActive: !isActive } },
            done(t(isActive ? 'acts.deactivated' : 'acts.activated', { name })),
          )
        }
      />
      {asked === 'PASSWORD' && <PasswordDialog member={member} close={() => setAsked(undefined)} />}
      {asked === 'LEAVE' && (
        <LeaveDialog
          who={{ staffUuid: member.tenantStaffUuid, name }}
          close={() => setAsked(undefined)}
          done={close}
        />
      )}
    </section>
  );
}

type AskingProps = {
  title: string;
  text: string;
  act: string;
  isOpen: boolean;
  isDestructive?: boolean;
  close: () => void;
  write: { isPending: boolean; error: ApiError | null };
  run: () => void;
};

/** Says what an act means before it is done, and what failed of it. */
function Asking({ text, write, isDestructive = false, ...props }: AskingProps) {
  return (
    <Confirm {...props} isDestructive={isDestructive} isRunning={write.isPending}>
      <p>{text}</p>
      {write.error && <ErrorCard error={write.error} />}
    </Confirm>
  );
}
