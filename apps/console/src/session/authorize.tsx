import { Group } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { getSession } from '../session.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { ErrorCard } from '../ui/states.tsx';

/** A program on this machine; the server checks to the letter. */
const loopback = /^http:\/\/127\.0\.0\.1:\d{1,5}\/[\w.~/-]*$/;

/** Asks whether the command line on this machine may act as the person, and takes it the answer. */
export default function Authorize() {
  const t = useWords('session');
  const [search] = useSearch<'authorize'>();
  const authorize = useWrite('authorizeProgram');
  const [isAnswered, setAnswered] = useState(false);
  const {
    response_type: type,
    client_id: clientId,
    redirect_uri: redirectUri = '',
    state = '',
    code_challenge: codeChallenge = '',
    code_challenge_method: method,
  } = search;
  const isRight =
    type === 'code' &&
    clientId === 'atrium-cli' &&
    method === 'S256' &&
    loopback.test(redirectUri) &&
    URL.canParse(redirectUri) &&
    state !== '';
  if (!isRight)
    return <Page title={t('authorize.wrongTitle')} lead={t('authorize.wrong')} isNarrow />;

  const leave = (to: string) => {
    setAnswered(true);
    location.assign(to);
  };
  const allow = () =>
    authorize.mutate(
      { body: { clientId, redirectUri, state, codeChallenge, codeChallengeMethod: method } },
      { onSuccess: ({ redirectTo }) => leave(redirectTo) },
    );
  const deny = () =>
    leave(`${redirectUri}?${new URLSearchParams({ error: 'access_denied', state })}`);
  return (
    <Page
      title={t('authorize.title')}
      lead={t('authorize.lead', { email: getSession()?.user.email })}
      isNarrow
    >
      {authorize.error && <ErrorCard error={authorize.error} />}
      <p>{t('authorize.text', { host: new URL(redirectUri).host })}</p>
      <Group>
        <Button writes onClick={allow} loading={authorize.isPending} disabled={isAnswered}>
          {t('authorize.act')}
        </Button>
        <Button variant="default" onClick={deny} disabled={authorize.isPending || isAnswered}>
          {t('authorize.deny')}
        </Button>
      </Group>
    </Page>
  );
}
