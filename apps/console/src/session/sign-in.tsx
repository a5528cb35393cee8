import { PasswordInput, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { useConsoleConfig } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { begin, endedBecause, withCookie } from '../session.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { useCountdown } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';
import { hasPasskeys, signWithPasskey } from './passkey.ts';
import { type Challenge, SecondFactor, type Signed } from './second-factor.tsx';

/** Signing in with e-mail and password, and back to where the person was going. */
export default function SignIn() {
  const t = useWords('session');
  const go = useGo();
  const [{ next }] = useSearch();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [challenge, setChallenge] = useState<Challenge>();
  const wait = useCountdown(error);
  const ended = endedBecause();

  const { passkeys } = useConsoleConfig();

  const enter = async (signed: Signed) => {
    // A page that was another person's is loaded anew, and not at that person's address.
    if (!begin(signed)) return location.assign(pathTo('today'));
    // Only an address of our own: a path, never another host.
    await go(next?.startsWith('/') && !next.startsWith('//') ? next : pathTo('today'));
  };

  async function run(means: () => Promise<void>) {
    setRunning(true);
    setError(null);
    try {
      await means();
    } catch (failed) {
      if (!(failed instanceof ApiError)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const pair = { email: String(data.get('email')), password: String(data.get('password')) };
    void run(async () => {
      const answer = await withCookie(() => call('login', { body: { ...pair, cookie: true } }));
      if ('secondFactorRequired' in answer) setChallenge(answer);
      else await enter(answer);
    });
  };

  const byPasskey = () =>
    void run(async () => {
      const response = await signWithPasskey(await call('beginPasskeyLogin', {}));
      if (!response) return;
      const body = { response, cookie: true };
      await enter(await withCookie(() => call('loginByPasskey', { body })));
    });

  if (challenge)
    return (
      <SecondFactor
        challenge={challenge}
        done={(signed) => void enter(signed)}
        back={() => setChallenge(undefined)}
      />
    );
  return (
    <Card title={t('signIn.title')} lead={t('signIn.lead')}>
      {ended && ended !== 'SIGNED_OUT' && !error && (
        <p role="status" className={classes.notice}>
          {t(`ended.${ended}`)}
        </p>
      )}
      {ended === 'OTHER_PERSON' && (
        <Button variant="default" fullWidth onClick={() => location.assign(pathTo('today'))}>
          {t('signIn.asOther')}
        </Button>
      )}
      <form className={classes.form} onSubmit={submit}>
        {error && (
          <p role="alert" className={classes.message}>
            <IconAlertTriangle size={18} aria-hidden />
            <span>{messageOf(error, wait, t)}</span>
          </p>
        )}
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          autoComplete="username"
          inputMode="email"
          required
          withAsterisk={false}
          maxLength={320}
        />
        <PasswordInput
          name="password"
          label={t('password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          maxLength={200}
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
        />
        <Button type="submit" fullWidth size="md" loading={isRunning} disabled={wait > 0}>
          {t('signIn.act')}
        </Button>
        {passkeys && hasPasskeys() && (
          <Button variant="default" fullWidth size="md" disabled={isRunning} onClick={byPasskey}>
            {t('signIn.passkey')}
          </Button>
        )}
      </form>
      <p className={classes.links}>
        <Link href={pathTo('forgotPassword')}>{t('signIn.forgot')}</Link>
      </p>
    </Card>
  );
}

/** A wrong pair never says which of the two was wrong. */
function messageOf(error: ApiError, wait: number, t: ReturnType<typeof useWords>): string {
  if (error.status === 429) return wait > 0 ? t('signIn.wait', { count: wait }) : t('signIn.again');
  if (error.status === 401) return t('signIn.wrong');
  if (error.code === 'NETWORK_NOT_ALLOWED') return t('signIn.outside');
  if (error.status === 403) return t('signIn.inactive');
  return error.status === 0 ? t('signIn.offline') : t('signIn.failed');
}
