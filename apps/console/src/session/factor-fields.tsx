import { TextInput } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ApiError, BodyOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { ErrorCard, isApiError } from '../ui/states.tsx';
import classes from './card.module.css';
import type { signWithPasskey } from './passkey.ts';

type Proof = Pick<BodyOf<'proveMe'>, 'code' | 'recoveryCode' | 'passkey'>;

type Props = {
  hasApp: boolean;
  hasRecovery: boolean;
  /** Asks for a passkey, where there is one. */
  sign: (() => ReturnType<typeof signWithPasskey>) | undefined;
  /** Takes what the person gave. Throws an ApiError, which is shown. */
  give: (proof: Proof) => Promise<void>;
  /** Says which of the two kinds of code is asked for. */
  onRecovery?: (usesRecovery: boolean) => void;
  children?: ReactNode;
};

/** Asks for a second factor: a code of the app, a recovery code, or a passkey. */
export function FactorFields({ hasApp, hasRecovery, sign, give, onRecovery, children }: Props) {
  const t = useWords('session');
  const [usesRecovery, setRecovery] = useState(!hasApp);
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);

  async function answer(means: () => Promise<Proof | undefined>) {
    setRunning(true);
    setError(null);
    try {
      const given = await means();
      if (given) await give(given);
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
  const turn = () => {
    setRecovery(!usesRecovery);
    onRecovery?.(!usesRecovery);
  };
  return (
    <>
      <div className={classes.form}>
        {error && <ErrorCard error={error} />}
        {sign && (
          <Button
            size="md"
            fullWidth
            loading={isRunning}
            onClick={() =>
              void answer(async () => {
                const passkey = await sign();
                return passkey && { passkey };
              })
            }
          >
            {t('second.passkey')}
          </Button>
        )}
      </div>
      {(hasApp || hasRecovery) && (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            key={String(usesRecovery)}
            name="code"
            label={usesRecovery ? t('second.recoveryCode') : t('second.code')}
            autoComplete="one-time-code"
            inputMode={usesRecovery ? 'text' : 'numeric'}
            required
            withAsterisk={false}
            autoFocus
            data-autofocus
          />
          <Button
            type="submit"
            size="md"
            fullWidth
            loading={isRunning}
            variant={sign ? 'default' : 'filled'}
          >
            {t('second.act')}
          </Button>
        </form>
      )}
      <p className={classes.links}>
        {hasRecovery && hasApp && (
          <Button variant="subtle" px={0} onClick={turn}>
            {usesRecovery ? t('second.useCode') : t('second.useRecovery')}
          </Button>
        )}
        {children}
      </p>
    </>
  );
}
