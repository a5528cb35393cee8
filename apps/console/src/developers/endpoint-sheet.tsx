import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Sheet } from '../ui/dialog.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './developers.module.css';
import { EndpointActs } from './endpoint-acts.tsx';
import { EndpointForm } from './endpoint-form.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { Messages } from './messages.tsx';

type Props = { endpointUuid: string; close: () => void };

/** An endpoint at the side: how it is, what it was sent, and what can be done with it. */
export function EndpointSheet({ endpointUuid, close }: Props) {
  const t = useWords('developers');
  const endpoint = useRead('getWebhookEndpoint', { path: { endpointUuid } });
  return (
    <Sheet title={t('hooks.one')} isOpen close={close} size="lg">
      <Read of={endpoint} skeleton={<Lines count={8} height={36} />}>
        {(data) => (
          <>
            <p className={classes.line}>
              <EndpointState endpoint={data} />
            </p>
            {data.disabledReason && (
              <p className={classes.bad}>{t(`hooks.why.${data.disabledReason}`)}</p>
            )}
            <EndpointActs endpoint={data} close={close} />
            <Messages endpointUuid={endpointUuid} />
            <section className={classes.part} aria-label={t('hooks.data')}>
              <h3>{t('hooks.data')}</h3>
              <EndpointForm
                key={data.updatedAt}
                endpoint={data}
                done={() => toast({ message: t('hooks.saved') })}
              />
            </section>
          </>
        )}
      </Read>
    </Sheet>
  );
}
