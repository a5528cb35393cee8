import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { leaveRemoved } from '../tenant.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './platform.module.css';
import { PurgeDialog } from './purge-dialog.tsx';
import { RestoreDialog } from './restore-dialog.tsx';

type Firm = AnswerOf<'filterTenants'>['content'][number];

type Props = {
  firm: Firm;
  /** Told while the firm is being deleted. */
  setEnding: (isEnding: boolean) => void;
};

/** Switches a firm off, deletes it softly, brings it back, or removes it for good. */
export function FirmActs({ firm, setEnding }: Props) {
  const t = useWords('platform');
  const user = usePerson();
  const [asked, setAsked] = useState<'off' | 'delete' | 'restore' | 'purge'>();
  const close = () => setAsked(undefined);
  if (firm.tenantUuid === user?.tenantUuid)
    return (
      <Section title={t('acts.title')}>
        <p className={classes.muted}>{t('acts.own')}</p>
      </Section>
    );
  return (
    <Section title={t('acts.title')}>
      <ul className={classes.rows}>
        {firm.deletedAt ? (
          <li>
            <span>{t('acts.deletedText', { date: showDate(firm.deletedAt) })}</span>
            <Button variant="default" onClick={() => setAsked('restore')}>
              {t('acts.restore')}
            </Button>
          </li>
        ) : (
          <>
            {firm.isActive && (
              <li>
                <span>{t('acts.offText')}</span>
                <Button variant="default" onClick={() => setAsked('off')}>
                  {t('acts.off')}
                </Button>
              </li>
            )}
            <li>
              <span>{t('acts.deleteText')}</span>
              <Button variant="default" onClick={() => setAsked('delete')}>
                {t('acts.delete')}
              </Button>
            </li>
          </>
        )}
        <li>
          <span>{t('acts.purgeText')}</span>
          <Button variant="outline" color="red" onClick={() => setAsked('purge')}>
            {t('acts.purge')}
          </Button>
        </li>
      </ul>
      {asked === 'off' && <OffDialog firm={firm} close={close} />}
      {asked === 'delete' && <DeleteDialog firm={firm} setEnding={setEnding} close={close} />}
      {asked === 'restore' && <RestoreDialog firm={firm} close={close} />}
      {asked === 'purge' && <PurgeDialog firm={firm} close={close} />}
    </Section>
  );
}

function OffDialog({ firm, close }: { firm: Firm; close: () => void }) {
  const t = useWords('platform');
  const update = useWrite('updateTenant');
  const { name, code, tenantUuid } = firm;
  return (
    <Confirm
      title={t('acts.offTitle', { name })}
      isOpen
      close={close}
      act={t('acts.off')}
      isRunning={update.isPending}
      run={() =>
        update.mutate(
          { path: { id: tenantUuid }, body: { name, code, isActive: false } },
          {
            onSuccess: () => {
              toast({ message: t('acts.isOff', { name }) });
              close();
            },
          },
        )
      }
    >
      <p>{t('acts.offText')}</p>
      {update.error && <ErrorCard error={update.error} />}
    </Confirm>
  );
}

function DeleteDialog({ firm, setEnding, close }: Props & { close: () => void }) {
  const t = useWords('platform');
  const remove = useWrite('deleteTenant');
  return (
    <Confirm
      title={t('acts.deleteTitle', { name: firm.name })}
      isOpen
      close={close}
      act={t('acts.delete')}
      isDestructive
      isRunning={remove.isPending}
      run={() => {
        setEnding(true);
        remove.mutate(
          { path: { id: firm.tenantUuid } },
          {
            onSuccess: () => {
              if (leaveRemoved(firm.tenantUuid, location.pathname)) return;
              toast({ message: t('acts.isDeleted', { name: firm.name }) });
              close();
            },
            onError: () => setEnding(false),
          },
        );
      }}
    >
      <p>{t('acts.deleteText')}</p>
      {remove.error && <ErrorCard error={remove.error} />}
    </Confirm>
  );
}
