import { TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError, call } from '../api.ts';
import { useConsoleConfig } from '../branding.tsx';
import { useOver } from '../forms/limits.ts';
import type { Words } from '../i18n/keys.ts';
import { useWords } from '../i18n/words.ts';
import { ownPlace } from '../own-place.ts';
import { pathTo } from '../paths.ts';
import { begin, endedBecause, withCookie } from '../session.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { useCountdown } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';
import { keepNext, takeNext } from './next-place.ts';
import { hasPasskeys, signWithPasskey } from './passkey.ts';
import { type Challenge, SecondFactor, type Signed } from './second-factor.tsx';
import { askHow, isWhole, useStart } from './use-start.ts';

/**
 * Signing in, and back to where the person was going. The e-mail comes first: it says whether the firm
 * has a provider of its own, and whether a password does as well. The field of the password is there
 * from the beginning, where password managers find it.
 */
export default function SignIn() {
  const t = useWords('session');
  const go = useGo();
  const [{ next, error: refused }] = useSearch<'signIn'>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const [challenge, setChallenge] = useState(readWaiting);
  const [pair, setPair] = useState({ email: '', password: '' });
  const over = useOver(pair.email !== '' || pair.password !== '');
  const faults = {
    email: over('login:email', pair.email),
    password: over('login:password', pair.password),
  };
  const [started, setStarted] = useStart(pair.email);
  const [isReached, setReached] = useState(false);
  const secret = useRef<HTMLInputElement>(null);
  // Who has gone another way, or changed the e-mail, needs no answer any more about how the firm lets people in.
  const turn = useRef(0);
  const wait = useCountdown(error);
  const ended = endedBecause();

  const { passkeys } = useConsoleConfig();

  const enter = async (signed: Signed) => {
    // A page that was another person's is loaded anew, and not at that person's address.
    if (!begin(signed)) return location.assign(pathTo('today'));
    // Back leads to where the person was, and not to a form that has done its work.
    await go(ownPlace(next) ?? takeNext() ?? pathTo('today'), { replace: true });
  };

  const toProvider = (url: string) => {
    keepNext(next);
    location.assign(url);
  };

  async function run(means: () => Promise<void>) {
    turn.current += 1;
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

  const isOnly = started?.signIn === 'SSO_ONLY';
  const takesPassword = ((started !== undefined || isReached) && !isOnly) || pair.password !== '';
  // Whoever goes on before the firm has said how people come in is in the field of the password.
  const tabIndex = takesPassword || (isWhole(pair.email) && !isOnly) ? 0 : -1;

  /** Leads on from the e-mail. Nothing is held up meanwhile: a browser takes no Enter while the button is disabled. */
  const goOn = async (email: string) => {
    setError(null);
    turn.current += 1;
    const own = turn.current;
    const how = await askHow(email);
    if (own !== turn.current) return;
    setStarted(how);
    if (how.url !== null) toProvider(how.url);
    else secret.current?.focus();
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (faults.email || faults.password) return;
    const data = new FormData(event.currentTarget);
    const typed = { email: String(data.get('email')), password: String(data.get('password')) };
    if (typed.password === '' || isOnly) return void goOn(typed.email.trim());
    void run(async () => {
      const answer = await withCookie(() => call('login', { body: { ...typed, cookie: true } }));
      if ('secondFactorRequired' in answer) setChallenge(answer);
      else await enter(answer);
    });
  };

  const byProvider = () =>
    void run(async () => {
      const { url } = await askHow(pair.email.trim());
      if (url !== null) toProvider(url);
    });

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
      {!navigator.cookieEnabled && (
        <p role="alert" className={classes.notice}>
          {t('blocked', { host: location.host })}
        </p>
      )}
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
        {(error || refused) && (
          <p role="alert" className={classes.message}>
            <IconAlertTriangle size={18} aria-hidden />
            <span aria-hidden={wait > 0}>
              {error ? messageOf(error, wait, t) : refusalOf(refused ?? '', t)}
            </span>
            {/* What counts down is spoken once. */}
            {error && wait > 0 && (
              <span className="visually-hidden">
                {messageOf(error, error.retryAfter ?? wait, t)}
              </span>
            )}
          </p>
        )}
        <TextInput
          name="email"
          type="email"
          label={t('email')}
          error={faults.email}
          autoComplete="username"
          inputMode="email"
          required
          withAsterisk={false}
          value={pair.email}
          onChange={({ currentTarget }) => {
            turn.current += 1;
            setPair({ ...pair, email: currentTarget.value });
          }}
        />
        <PasswordField
          name="password"
          label={t('password')}
          error={faults.password}
          autoComplete="current-password"
          required={takesPassword && !started?.url}
          withAsterisk={false}
          ref={secret}
          classNames={takesPassword ? {} : { root: classes.veiled ?? '' }}
          tabIndex={tabIndex}
          onFocus={() => setReached(true)}
          value={pair.password}
          onChange={({ currentTarget }) => setPair({ ...pair, password: currentTarget.value })}
          toggle={t('showPassword')}
        />
        <Button type="submit" fullWidth size="md" loading={isRunning} disabled={wait > 0}>
          {t('signIn.act')}
        </Button>
        {started?.url && !isOnly && (
          <Button variant="default" fullWidth size="md" disabled={isRunning} onClick={byProvider}>
            {t('signIn.provider')}
          </Button>
        )}
        {isOnly && <p className={classes.lead}>{t('signIn.only')}</p>}
        {passkeys && hasPasskeys() && !isOnly && (
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
function messageOf(error: ApiError, wait: number, t: Words<'session'>): string {
  if (error.status === 429) return wait > 0 ? t('signIn.wait', { count: wait }) : t('signIn.again');
  if (error.status === 401) return t('signIn.wrong');
  if (error.code === 'NETWORK_NOT_ALLOWED') return t('signIn.outside');
  if (error.code === 'SSO_REQUIRED') return t('signIn.only');
  if (error.status === 403) return t('signIn.inactive');
  return error.status === 0 ? t('signIn.offline') : t('signIn.failed');
}

/** Returns the words for a sign-in that a provider, or the firm, has refused. */
function refusalOf(code: string, t: Words<'session'>): string {
  const told: Record<string, string> = {
    SSO_STATE_INVALID: t('refused.state'),
    SSO_PROVIDER_REFUSED: t('refused.declined'),
    SSO_PROVIDER_AWAY: t('refused.away'),
    SSO_EMAIL_MISSING: t('refused.email'),
    SSO_EMAIL_UNVERIFIED: t('refused.email'),
    SSO_EMAIL_DOMAIN: t('refused.email'),
    SSO_NO_ACCOUNT: t('refused.nobody'),
    USER_INACTIVE: t('signIn.inactive'),
    TENANT_INACTIVE: t('signIn.inactive'),
    NETWORK_NOT_ALLOWED: t('signIn.outside'),
  };
  return told[code] ?? t('signIn.failed');
}

const waitingMark = '#second-factor=';

/** Returns the second factor that a sign-in at the firm's provider waits for, which came behind the hash. */
function readWaiting(): Challenge | undefined {
  const { hash, pathname, search } = location;
  if (!hash.startsWith(waitingMark)) return undefined;
  history.replaceState(history.state, '', `${pathname}${search}`);
  const text = hash.slice(waitingMark.length).replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(text)) as Challenge;
}
