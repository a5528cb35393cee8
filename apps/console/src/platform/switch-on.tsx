import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { enteredTenant, enterTenant } from '../tenant.ts';
import { showList } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './platform.module.css';

type Props = {
  firm: AnswerOf<'filterTenants'>['content'][number];
  /** The steps of its preparation that are not done. */
  left: readonly string[];
  /** The address that links of its mails begin with, where it does not lead here yet. */
  unreached: string | undefined;
};

/** Switches a firm on, which needs no question: its people may come in, and the mails that wait go out. */
export function SwitchOn({ firm: { name, code, tenantUuid }, left, unreached }: Props) {
  const t = useWords('platform');
  const update = useWrite('updateTenant');
  const switchOn = () =>
    update.mutate(
      { path: { id: tenantUuid }, body: { name, code, isActive: true } },
      {
        onSuccess: () => {
          if (enteredTenant() === tenantUuid) enterTenant({ tenantUuid, name });
          toast({ message: t('acts.isOn', { name }) });
        },
      },
    );
  return (
    <>
      <div className={classes.switchOn}>
        <span>
          {t('acts.onText')}
          {left.length > 0 && ` ${t('acts.onLeft', { steps: showList(left) })}`}
        </span>
        <Button loading={update.isPending} onClick={switchOn}>
          {t('acts.on')}
        </Button>
      </div>
      {unreached && (
        <p className={classes.bad} role="status">
          {t('acts.unreached', { domain: unreached })}
        </p>
      )}
      {update.error && <ErrorCard error={update.error} />}
    </>
  );
}
