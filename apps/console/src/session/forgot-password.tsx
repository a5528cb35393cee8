import { TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ApiError } from '../api.ts';
import { call } from '../api.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';

/** Asks for the mail that leads to a new password. The answer never says whether the address is known. */
export default function ForgotPassword() {
  const t = useWords('session');
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<ApiError | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [email, setEmail] = useState('');
  const fault = useOver(email !== '')('requestPasswordReset:email', email);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (fault) return;
    setRunning(true);
    setError(null);
    try {
      await call('requestPasswordReset', { body: { email } });
      setSentTo(email);
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
    } finally {
      setRunning(false);
    }
  }

  return (
    <Card
      title={t('forgot.title')}
      lead={sentTo ? t('forgot.sent', { email: sentTo }) : t('forgot.lead')}
    >
      {error && <ErrorCard error={error} />}
      {!sentTo && (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            name="email"
            type="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            required
            withAsterisk={false}
            value={email}
            error={fault}
            onChange={({ currentTarget }) => setEmail(currentTarget.value)}
          />
          <Button type="submit" fullWidth size="md" loading={isRunning}>
            {t('forgot.act')}
          </Button>
        </form>
      )}
      <p className={classes.links}>
        <Link href={pathTo('signIn')}>{t('toSignIn')}</Link>
      </p>
    </Card>
  );
}
