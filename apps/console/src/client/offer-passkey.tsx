import { IconFingerprint } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useConsoleConfig } from '../branding.tsx';
import { useWords } from '../i18n/words.ts';
import { AddPasskey } from '../settings/passkeys.tsx';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import classes from './client.module.css';

/** Offers a passkey to who has none: the next sign-in needs no password. */
export function OfferPasskey({ me }: { me: AnswerOf<'getMe'> }) {
  const t = useWords('client');
  const { passkeys: isOffered } = useConsoleConfig();
  const [isAdding, setAdding] = useState(false);
  const isAble = isOffered && 'credentials' in navigator && 'PublicKeyCredential' in window;
  if (!isAble || me.secondFactor.passkeys > 0) return null;
  return (
    <Section title={t('passkey.title')}>
      <p className={classes.muted}>{t('passkey.text')}</p>
      <Button
        mt="sm"
        leftSection={<IconFingerprint size={18} aria-hidden />}
        onClick={() => setAdding(true)}
      >
        {t('passkey.act')}
      </Button>
      {isAdding && <AddPasskey close={() => setAdding(false)} />}
    </Section>
  );
}
