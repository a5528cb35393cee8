import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type AnswerOf, type ApiError, call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { withCookie } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';
import { signWithPasskey } from './passkey.ts';

export type Challenge = Extract<AnswerOf<'login'>, { secondFactorRequired: true }>;
export type Signed = Exclude<AnswerOf<'login'>, Challenge>;

type Props = { challenge: Challenge; done: (signed: Signed) => void; back: () => void };

/** The second step of signing in: a code of the app, a recovery code, or a passkey. */
export function SecondFactor({
  challenge: { challenge, methods, passkeyOptions },
  done,
  back,
}: Props) {
  const t = useWords('session');
  const [usesRecovery, setRecovery] = useState(!methods.includes('TOTP'));
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function answer(means: () => Promise<object | undefined>) {
    setRunning(true);
    setError(null);
    try {
      const given = await means();
      if (!given) return;
      const body = { challenge, cookie: true, ...given };
      done(await withCookie(() => call('finishLogin', { body })));
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replace(/\s/g, '');
    void answer(async () => (usesRecovery ? { recoveryCode: code } : { code }));
  };
  const hasCodes = methods.includes('TOTP') || methods.includes('RECOVERY_CODE');
  return (
    <Card
      title={t('second.title')}
      lead={usesRecovery ? t('second.recoveryLead') : t('second.lead')}
    >
      <div className={classes.form}>
        {error && <ErrorCard error={error} />}
        {passkeyOptions && (
          <Button
            size="md"
            fullWidth
            loading={isRunning}
            onClick={() =>
              void answer(async () => {
                const passkey = await signWithPasskey(passkeyOptions);
                return passkey && { passkey };
              })
            }
          >
            {t('second.passkey')}
          </Button>
        )}
      </div>
      {hasCodes && (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            key={String(usesRecovery)}
            name="code"
            label={usesRecovery ? t('second.recoveryCode') : t('second.code')}
            autoComplete="one-time-code"
            inputMode={usesRecovery ? 'text' : 'numeric'}
            required
            withAsterisk={false}
            maxLength={100}
            autoFocus
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={isRunning}
            variant={passkeyOptions ? 'default' : 'filled'}
          >
            {t('second.act')}
          </Button>
        </form>
      )}
      <p className={classes.links}>
        {methods.includes('RECOVERY_CODE') && methods.includes('TOTP') && (
          <Button variant="subtle" px={0} onClick={() => setRecovery(!usesRecovery)}>
            {usesRecovery ? t('second.useCode') : t('second.useRecovery')}
          </Button>
        )}
        <Button variant="subtle" px={0} onClick={back}>
          {t('toSignIn')}
        </Button>
      </p>
    </Card>
  );
}
