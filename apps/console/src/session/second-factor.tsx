import { useState } from 'react';
import { type AnswerOf, call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { withCookie } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Card } from './card.tsx';
import { FactorFields } from './factor-fields.tsx';
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
  const hasApp = methods.includes('TOTP');
  const [usesRecovery, setRecovery] = useState(!hasApp);
  return (
    <Card
      title={t('second.title')}
      lead={usesRecovery ? t('second.recoveryLead') : t('second.lead')}
    >
      <FactorFields
        hasApp={hasApp}
        hasRecovery={methods.includes('RECOVERY_CODE')}
        sign={passkeyOptions && (() => signWithPasskey(passkeyOptions))}
        give={async (proof) =>
          done(
            await withCookie(() =>
              call('finishLogin', { body: { challenge, cookie: true, ...proof } }),
            ),
          )
        }
        onRecovery={setRecovery}
      >
        <Button variant="subtle" px={0} onClick={back}>
          {t('toSignIn')}
        </Button>
      </FactorFields>
    </Card>
  );
}
