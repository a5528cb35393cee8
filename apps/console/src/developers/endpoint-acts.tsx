import { Group } from '@mantine/core';
import {
  IconEye,
  IconHistory,
  IconPlayerPlay,
  IconRefresh,
  IconSend,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { SecretOnce } from '../settings/secret-once.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './developers.module.css';
import type { Endpoint } from './endpoint-state.tsx';
import { Replay } from './replay.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { Tries } from './tries.tsx';

type Asked = 'REPLAY' | 'SECRET' | 'ROTATE' | 'DELETE';

/** Shows what can be done with an endpoint: a test, what it missed, its secret, its end. */
export function EndpointActs({ endpoint, close }: { endpoint: Endpoint; close: () => void }) {
  const t = useWords('developers');
  const path = { endpointUuid: endpoint.endpointUuid };
  const test = useWrite('testWebhookEndpoint');
  const update = useWrite('updateWebhookEndpoint');
  const rotate = useWrite('rotateWebhookSecret');
  const remove = useWrite('deleteWebhookEndpoint');
  const [asked, setAsked] = useState<Asked>();
  const [secret, setSecret] = useState<string | null>();
  const stop = () => setAsked(undefined);
  const error = test.error ?? update.error;
  return (
    <div className={classes.stack}>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconSend size={16} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate({ path })}
        >
          {t('hooks.test')}
        </Button>
        {!endpoint.isActive && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerPlay size={16} aria-hidden />}
            loading={update.isPending}
            onClick={() => update.mutate({ path, body: { isActive: true } })}
          >
            {t('hooks.enable')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={16} aria-hidden />}
          onClick={() => setAsked('REPLAY')}
        >
          {t('hooks.replay')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconEye size={16} aria-hidden />}
          onClick={() => setAsked('SECRET')}
        >
          {t('hooks.showSecret')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => setAsked('ROTATE')}
        >
          {t('hooks.rotate')}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => setAsked('DELETE')}
        >
          {t('hooks.delete')}
        </Button>
      </Group>
      {error && <ErrorCard error={error} />}
      {test.data && (
        <div role="status" className={classes.tested}>
          <p>{t(`hooks.tested.${test.data.status}`)}</p>
          <Tries tries={test.data.tries} />
        </div>
      )}
      {asked === 'REPLAY' && <Replay endpointUuid={endpoint.endpointUuid} close={stop} />}
      {asked === 'SECRET' && <ShownSecret endpointUuid={endpoint.endpointUuid} close={stop} />}
      <Confirm
        title={t('hooks.rotateTitle')}
        isOpen={asked === 'ROTATE'}
        close={stop}
        act={t('hooks.rotate')}
        isRunning={rotate.isPending}
        run={() =>
          rotate.mutate(
            { path },
            {
              onSuccess: (answer) => {
                stop();
                setSecret(answer.secret);
              },
            },
          )
        }
      >
        <p>{t('hooks.rotateText')}</p>
        {rotate.error && <ErrorCard error={rotate.error} />}
      </Confirm>
      <Confirm
        title={t('hooks.deleteTitle')}
        isOpen={asked === 'DELETE'}
        close={stop}
        act={t('hooks.delete')}
        isDestructive
        isRunning={remove.isPending}
        run={() =>
          remove.mutate(
            { path },
            {
              onSuccess: () => {
                toast({ message: t('hooks.deleted') });
                close();
              },
            },
          )
        }
      >
        <p>{t('hooks.deleteText', { url: endpoint.url ?? t('hooks.isRead') })}</p>
        {remove.error && <ErrorCard error={remove.error} />}
      </Confirm>
      {secret && (
        <SecretOnce
          title={t('hooks.onceTitle')}
          secret={{ label: t('hooks.secret'), value: secret }}
          close={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
