import { Group, TextInput } from '@mantine/core';
import { IconFingerprint } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { useConsoleConfig } from '../branding.tsx';
import { useRead, useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { showAgo, showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorCard, isApiError, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { deviceOf } from './device-of.ts';
import classes from './settings.module.css';

type Passkey = { passkeyUuid: string; name: string };

/** The passkeys of the person: a fingerprint or a key in place of the password. */
export function Passkeys() {
  const t = useWords('settings');
  const { passkeys: isOffered } = useConsoleConfig();
  const passkeys = useRead('listPasskeys', {});
  const remove = useWrite('removePasskey');
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Passkey>();
  const isAble = isOffered && 'credentials' in navigator && 'PublicKeyCredential' in window;
  return (
    <Section
      title={t('passkeys.title')}
      acts={
        isAble && (
          <Button size="xs" variant="default" onClick={() => setAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {!isAble && <p className={classes.text}>{t('passkeys.unable')}</p>}
      <Read of={passkeys}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.text}>{t('passkeys.none')}</p>
          ) : (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <li key={row.passkeyUuid}>
                  <IconFingerprint size={20} stroke={1.7} aria-hidden className={classes.icon} />
                  <div className={classes.grow}>
                    <strong>{row.name}</strong>
                    <span>
                      {row.lastUsedAt
                        ? t('sessions.used', { ago: showAgo(row.lastUsedAt) })
                        : t('passkeys.since', { date: showDate(row.createdAt) })}
                    </span>
                  </div>
                  <Button size="xs" variant="subtle" onClick={() => setLeaving(row)}>
                    {t('passkeys.remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      {isAdding && <AddPasskey close={() => setAdding(false)} />}
      {leaving && (
        <Confirm
          title={t('passkeys.removeTitle', { name: leaving.name })}
          isOpen
          close={() => setLeaving(undefined)}
          act={t('passkeys.remove')}
          isDestructive
          isRunning={remove.isPending}
          run={() =>
            remove.mutate(
              { path: { passkeyUuid: leaving.passkeyUuid } },
              { onSuccess: () => setLeaving(undefined) },
            )
          }
        >
          <p>{t('passkeys.removeText')}</p>
          {remove.error && <ErrorCard error={remove.error} />}
        </Confirm>
      )}
    </Section>
  );
}

/** Asks for a name, and lets the browser make a passkey. */
export function AddPasskey({ close }: { close: () => void }) {
  const t = useWords('settings');
  const add = useWrite('addPasskey');
  const [name, setName] = useState(() => deviceOf(navigator.userAgent).name ?? '');
  const over = useOver(name !== '')('addPasskey:name', name);
  const [failed, setFailed] = useState<ApiError | 'REFUSED'>();
  const [isRunning, setRunning] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (over) return;
    setFailed(undefined);
    setRunning(true);
    try {
      const options = await call('beginPasskey', {});
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options as PublicKeyCredentialCreationOptionsJSON,
      );
      const made = (await navigator.credentials.create({ publicKey })) as PublicKeyCredential;
      // What the browser makes has further parts, of which the document says nothing.
      const response = made.toJSON() as never;
      await add.mutateAsync({ body: { name, response } });
      toast({ message: t('passkeys.added') });
      close();
    } catch (error) {
      // The browser answers a DOMException when the person or the device refuses.
      if (isApiError(error)) setFailed(error);
      else if (error instanceof DOMException) setFailed('REFUSED');
      else throw error;
    } finally {
      setRunning(false);
    }
  }

  return (
    <Dialog title={t('passkeys.add')} isOpen close={close}>
      <form onSubmit={submit} className={classes.form}>
        <p className={classes.text}>{t('passkeys.text')}</p>
        {failed === 'REFUSED' ? (
          <p role="alert" className={classes.bad}>
            {t('passkeys.refused')}
          </p>
        ) : (
          failed && <ErrorCard error={failed} />
        )}
        <TextInput
          label={t('passkeys.name')}
          error={over}
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('back')}
          </Button>
          <Button type="submit" loading={isRunning}>
            {t('passkeys.act')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
