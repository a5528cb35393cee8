import { useState } from 'react';
import { type ApiError, call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import classes from './card.module.css';
import { Card } from './card.tsx';

/** Offers a new link in place of one that nobody used in time; it goes to the same mailbox. */
export function ExpiredLink({ token }: { token: string }) {
  const t = useWords('session');
  const [state, setState] = useState<'open' | 'running' | 'sent'>('open');
  const [error, setError] = useState<ApiError | null>(null);

  async function renew() {
    setState('running');
    setError(null);
    try {
      await call('renewPasswordLink', { body: { token } });
      setState('sent');
    } catch (failed) {
      if (!isApiError(failed)) throw failed;
      setError(failed);
      setState('open');
    }
  }

  if (state === 'sent') return <Card title={t('expired.sentTitle')} lead={t('expired.sent')} />;
  return (
    <Card title={t('expired.title')} lead={t('expired.lead')}>
      {error && <ErrorCard error={error} />}
      <div className={classes.form}>
        <Button size="md" fullWidth loading={state === 'running'} onClick={() => void renew()}>
          {t('expired.act')}
        </Button>
      </div>
    </Card>
  );
}
