import { type FormEvent, useEffect, useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { useConsoleConfig } from '../branding.tsx';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { begin, type Signed, withCookie } from '../session.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { faultText } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';
import { ExpiredLink } from './expired-link.tsx';
import { Strength } from './strength.tsx';

/** Setting a password by a mailed link. The secret leaves the address at once. */
export default function SetPassword() {
  const t = useWords('session');
  const go = useGo();
  const { passwordLink = 'READY' } = useConsoleConfig();
  const [token] = useState(() => new URLSearchParams(location.search).get('token') ?? '');
  const [password, setPassword] = useState('');
  const over = useOver(password !== '')('confirmPasswordReset:password', password);
  const [again, setAgain] = useState('');
  const [state, setState] = useState<'open' | 'running' | 'done' | 'invalid'>(
    token && passwordLink !== 'ENDED' ? 'open' : 'invalid',
  );
  const [error, setError] = useState<ApiError | null>(null);
  const [differ, setDiffer] = useState(false);

  useEffect(() => history.replaceState(history.state, '', location.pathname), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setDiffer(password !== again);
    if (password !== again || over) return;
    setState('running');
    setError(null);
    try {
      const body = { token, password, cookie: true };
      const signed = (await withCookie(() => call('confirmPasswordReset', { body }))) as
        | Signed
        | undefined;
      if (!signed) return setState('done');
      // A page that was another person's is loaded anew.
      if (!begin(signed)) return location.assign(pathTo('today'));
      await go(pathTo('today'), { replace: true });
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setState(failed.code === 'PASSWORD_LINK_INVALID' ? 'invalid' : 'open');
      setError(failed);
    }
  }

  if (passwordLink === 'EXPIRED') return <ExpiredLink token={token} />;
  if (state === 'done')
    return (
      <Card title={t('set.doneTitle')} lead={t('set.done')}>
        <div className={classes.form}>
          <Button size="md" fullWidth onClick={() => void go(pathTo('signIn'))}>
            {t('toSignIn')}
          </Button>
        </div>
      </Card>
    );
  if (state === 'invalid')
    return (
      <Card title={t('set.invalidTitle')} lead={t('set.invalid')}>
        <div className={classes.form}>
          <Button size="md" fullWidth onClick={() => void go(pathTo('forgotPassword'))}>
            {t('set.askAnew')}
          </Button>
        </div>
        <p className={classes.links}>
          <Link href={pathTo('signIn')}>{t('toSignIn')}</Link>
        </p>
      </Card>
    );
  const fault = error?.errors.find(({ field }) => field === 'password');
  return (
    <Card title={t('set.title')} lead={t('set.lead')}>
      {error && !fault && <ErrorCard error={error} />}
      <form className={classes.form} onSubmit={submit}>
        <PasswordField
          label={t('set.password')}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="new-password"
          minLength={8}
          required
          withAsterisk={false}
          error={over ?? (fault && faultText(fault))}
          toggle={t('showPassword')}
        />
        <Strength length={[...password].length} />
        <PasswordField
          label={t('set.again')}
          value={again}
          onChange={(event) => setAgain(event.currentTarget.value)}
          autoComplete="new-password"
          required
          withAsterisk={false}
          error={differ && t('set.differ')}
          toggle={t('showPassword')}
        />
        <Button type="submit" fullWidth size="md" loading={state === 'running'}>
          {t('set.act')}
        </Button>
      </form>
    </Card>
  );
}
