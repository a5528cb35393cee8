import { Group, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { encode } from 'uqr';
import { useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ErrorCard } from '../ui/states.tsx';
import classes from './settings.module.css';

type Props = {
  /** Another app is set up already: the password is asked first, and it works until the new one does. */
  replaces: boolean;
  close: () => void;
  done: (recoveryCodes: readonly string[]) => void;
};

/** Sets up an authenticator app: a picture to scan, then a code that proves it. */
export function TotpSetup({ replaces, close, done }: Props) {
  const t = useWords('settings');
  const begin = useWrite('beginTotp');
  const [password, setPassword] = useState('');
  const over = useOver(password !== '');
  const begun = useRef(false);
  useEffect(() => {
    if (replaces || begun.current) return;
    begun.current = true;
    begin.mutate({});
  }, [replaces, begin]);
  const isWrong = begin.error?.code === 'WRONG_PASSWORD';
  const { secret, otpauthUri } = begin.data ?? {};

  return (
    <Dialog title={t('factor.setUp')} isOpen close={close}>
      {begin.error && !isWrong && <ErrorCard error={begin.error} />}
      {secret && otpauthUri ? (
        <Confirmation secret={secret} uri={otpauthUri} close={close} done={done} />
      ) : (
        replaces && (
          <form
            className={classes.form}
            onSubmit={(event) => {
              event.preventDefault();
              begin.mutate({ body: { password } });
            }}
          >
            <p className={classes.text}>{t('factor.replaceText')}</p>
            <PasswordField
              label={t('password.currentPassword')}
              autoComplete="current-password"
              required
              withAsterisk={false}
              data-autofocus
              value={password}
              onChange={(event) => setPassword(event.currentTarget.value)}
              error={over('beginTotp:password', password) ?? (isWrong && t('wrongPassword'))}
              toggle={t('password.show')}
            />
            <Group justify="flex-end">
              <Button type="submit" loading={begin.isPending}>
                {t('factor.go')}
              </Button>
            </Group>
          </form>
        )
      )}
    </Dialog>
  );
}

type ConfirmationProps = Pick<Props, 'close' | 'done'> & { secret: string; uri: string };

function Confirmation({ secret, uri, close, done }: ConfirmationProps) {
  const t = useWords('settings');
  const confirm = useWrite('confirmTotp');
  const [code, setCode] = useState('');
  const isWrong = confirm.error?.status === 401 || confirm.error?.status === 400;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const onSuccess = (answer: { recoveryCodes: string[] | null }) =>
      done(answer.recoveryCodes ?? []);
    confirm.mutate({ body: { code: code.replaceAll(' ', '') } }, { onSuccess });
  };
  return (
    <form onSubmit={submit} className={classes.form}>
      <p className={classes.text}>{t('factor.scan')}</p>
      <QrCode text={uri} label={t('factor.qr')} />
      <p className={classes.text}>
        {t('factor.byHand')}{' '}
        <code className={classes.secret}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      {confirm.error && !isWrong && <ErrorCard error={confirm.error} />}
      <TextInput
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        withAsterisk={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={isWrong && t('factor.wrongCode')}
      />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t('back')}
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {t('factor.confirm')}
        </Button>
      </Group>
    </form>
  );
}

/** A QR code, black on white in every appearance, since cameras want it so. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 2 });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg className={classes.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} />
    </svg>
  );
}
