import { Group } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { AskPassword } from './ask-password.tsx';
import type { Me } from './profile.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import classes from './settings.module.css';
import { TotpSetup } from './totp-setup.tsx';

type Step = 'setup' | 'remove' | 'renew';

type Props = {
  factor: Me['secondFactor'];
  /** Called once an app was set up and its recovery codes were seen. */
  isSetUp: () => void;
};

/** The codes of an authenticator app: set up, replaced, taken away; and the recovery codes. */
export function SecondFactor({ factor, isSetUp }: Props) {
  const t = useWords('settings');
  const [step, setStep] = useState<Step>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setStep(undefined);
  const hasAny = factor.totp || factor.passkeys > 0;
  return (
    <Section
      title={t('factor.title')}
      acts={
        factor.totp ? <Chip tone="good">{t('factor.on')}</Chip> : <Chip>{t('factor.off')}</Chip>
      }
    >
      <p className={classes.text}>{t('factor.text')}</p>
      {hasAny && (
        <p className={classes.text}>{t('factor.codesLeft', { count: factor.recoveryCodesLeft })}</p>
      )}
      <Group>
        <Button variant="default" onClick={() => setStep('setup')}>
          {factor.totp ? t('factor.replace') : t('factor.setUp')}
        </Button>
        {hasAny && (
          <Button variant="default" onClick={() => setStep('renew')}>
            {t('factor.renew')}
          </Button>
        )}
        {factor.totp && (
          <Button variant="subtle" color="red" onClick={() => setStep('remove')}>
            {t('factor.remove')}
          </Button>
        )}
      </Group>
      {step === 'setup' && (
        <TotpSetup
          replaces={factor.totp}
          close={close}
          done={(made) => {
            close();
            setCodes(made);
          }}
        />
      )}
      {step === 'renew' && (
        <AskPassword
          id="renewRecoveryCodes"
          title={t('factor.renew')}
          text={t('factor.renewText')}
          act={t('factor.renew')}
          close={close}
          done={(answer) => {
            close();
            setCodes(answer?.recoveryCodes ?? []);
          }}
        />
      )}
      {step === 'remove' && (
        <AskPassword
          id="removeTotp"
          title={t('factor.remove')}
          text={t('factor.removeText')}
          act={t('factor.remove')}
          isDestructive
          close={close}
          done={close}
        />
      )}
      {codes && (
        <RecoveryCodes
          codes={codes}
          close={() => {
            setCodes(undefined);
            isSetUp();
          }}
        />
      )}
    </Section>
  );
}
