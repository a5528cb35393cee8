import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showList } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './platform.module.css';

type Props = {
  firm: AnswerOf<'filterTenants'>['content'][number];
  /** The steps of its preparation that are not done. */
  left: readonly string[];
  /** Its own address, where that does not lead here yet. */
  unreached: string | undefined;
  /** The address that links of its mails begin with. */
  origin: string | undefined;
  /** Told once it is on. */
  isOn: () => void;
};

/** Switches a firm on, which needs no question: its people may come in, and the mails that wait go out. */
export function SwitchOn({ firm, left, unreached, origin, isOn }: Props) {
  const { name, code, tenantUuid } = firm;
  const t = useWords('platform');
  const update = useWrite('updateTenant');
  const isNamed = origin !== undefined && new URL(origin).hostname === unreached;
  const switchOn = () =>
    update.mutate(
      { path: { id: tenantUuid }, body: { name, code, isActive: true } },
      {
        onSuccess: () => {
          isOn();
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
        <p className={isNamed ? classes.bad : classes.muted} role="status">
          {t(isNamed ? 'acts.unreached' : 'acts.reachedLater', { domain: unreached, origin })}
        </p>
      )}
      {update.error && <ErrorCard error={update.error} />}
    </>
  );
}
