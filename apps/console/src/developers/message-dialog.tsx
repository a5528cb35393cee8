import { IconSend } from '@tabler/icons-react';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './developers.module.css';
import { testEvent, tones } from './message-states.ts';
import { Tries } from './tries.tsx';

type Props = { endpointUuid: string; messageId: string; close: () => void };

/** A message as it was sent, each try of it, and the way to send it again. */
export function MessageDialog({ endpointUuid, messageId, close }: Props) {
  const t = useWords('developers');
  const { nameOf } = useEventWords();
  const path = { endpointUuid, messageId };
  const message = useRead('getWebhookMessage', { path });
  const resend = useWrite('resendWebhookMessage');
  return (
    <Dialog
      title={
        message.data && message.data.eventType !== testEvent
          ? nameOf(message.data.eventType)
          : t('messages.one')
      }
      isOpen
      close={close}
      size="lg"
    >
      <Read of={message} skeleton={<Lines count={6} />}>
        {(data) => (
          <div className={classes.stack}>
            <p className={classes.line}>
              <Chip tone={tones[data.status]}>{t(`messages.states.${data.status}`)}</Chip>
              <code>{data.eventType}</code>
            </p>
            <h3>{t('tries.title')}</h3>
            <Tries tries={data.tries} />
            <h3>{t('messages.payload')}</h3>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
            <pre className={classes.code} tabIndex={0}>
              {JSON.stringify(data.payload, null, 2)}
            </pre>
            {resend.error && <ErrorCard error={resend.error} />}
            <div>
              <Button
                variant="default"
                leftSection={<IconSend size={16} aria-hidden />}
                loading={resend.isPending}
                onClick={() =>
                  resend.mutate(
                    { path },
                    { onSuccess: () => toast({ message: t('messages.resent') }) },
                  )
                }
              >
                {t('messages.resend')}
              </Button>
            </div>
          </div>
        )}
      </Read>
    </Dialog>
  );
}
