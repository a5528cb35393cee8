import {
  type ComponentProps,
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  useState,
} from 'react';
import { type BodyOf, call } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { settleProof } from '../proof.ts';
import { getSession } from '../session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import classes from './card.module.css';
import { FactorFields } from './factor-fields.tsx';
import { hasPasskeys, signWithPasskey } from './passkey.ts';
import { useStart } from './use-start.ts';

const decline = () => settleProof(false);

/** Asks who is there before what an open laptop must not be enough for; then the act goes on. */
export function ProofDialog() {
  const t = useWords('session');
  const me = useRead('getMe', {});
  const prove = useWrite('proveMe');
  const give = async (body: BodyOf<'proveMe'>) => {
    await prove.mutateAsync({ body });
    settleProof(true);
  };
  // A dialog below closes by the same key, unless what has the focus says that it is handled.
  const keep = ({ target }: FocusEvent) =>
    target.setAttribute('data-mantine-stop-propagation', 'true');
  const leave = ({ key }: KeyboardEvent) => key === 'Escape' && decline();
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the dialog within has the role; this hears its keys.
    <div onFocusCapture={keep} onKeyDown={leave}>
      <Dialog title={t('second.title')} isOpen close={decline}>
        <Read of={me}>
          {({ secondFactor: { totp, passkeys, recoveryCodesLeft } }) =>
            totp || passkeys > 0 ? (
              <Factors
                hasApp={totp}
                hasRecovery={recoveryCodesLeft > 0}
                sign={passkeys > 0 && hasPasskeys() ? signProof : undefined}
                give={give}
              />
            ) : (
              <PasswordFields give={give} error={prove.error} isRunning={prove.isPending} />
            )
          }
        </Read>
        <AtProvider />
      </Dialog>
    </div>
  );
}

/** Says which code is asked for, above the fields that take it. */
function Factors(props: Omit<ComponentProps<typeof FactorFields>, 'onRecovery' | 'children'>) {
  const t = useWords('session');
  const [usesRecovery, setRecovery] = useState(!props.hasApp);
  return (
    <>
      {(props.hasApp || props.hasRecovery) && (
        <p className={classes.lead}>{t(usesRecovery ? 'second.recoveryLead' : 'second.lead')}</p>
      )}
      <FactorFields {...props} onRecovery={setRecovery} />
    </>
  );
}

/** Offers to prove by signing in anew at the firm's provider, to whom that is open. */
function AtProvider() {
  const t = useWords('session');
  const { email = '' } = getSession()?.user ?? {};
  const how = useStart(email)[0];
  const [isOpen, setOpen] = useState(false);
  const begin = async () => {
    // At once, else the browser takes it for a window that nobody asked for.
    const opened = window.open('about:blank', '_blank', 'width=520,height=680');
    const answer = await call('proveMe', { body: { sso: true } }).catch(() => undefined);
    if (answer && opened) opened.location.href = answer.url;
    else opened?.close();
    setOpen(answer !== undefined);
  };
  if (!how?.url) return null;
  return (
    <>
      <Button variant="default" fullWidth mt="sm" onClick={() => void begin()}>
        {t('proof.provider')}
      </Button>
      {isOpen && <p role="status">{t('proof.wait')}</p>}
    </>
  );
}

const signProof = async () => signWithPasskey(await call('beginProof', {}));

type PasswordProps = {
  give: (body: { password: string }) => Promise<void>;
  error: ReturnType<typeof useWrite<'proveMe'>>['error'];
  isRunning: boolean;
};

function PasswordFields({ give, error, isRunning }: PasswordProps) {
  const t = useWords('session');
  const [password, setPassword] = useState('');
  const over = useOver(password !== '');
  const isWrong = error?.code === 'WRONG_PASSWORD';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // What failed is shown below.
    give({ password }).catch(() => undefined);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.lead}>{t('proof.lead')}</p>
      {error && !isWrong && <ErrorCard error={error} />}
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
        data-autofocus
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={over('proveMe:password', password) ?? (isWrong && t('proof.wrong'))}
        toggle={t('showPassword')}
      />
      <Button type="submit" fullWidth loading={isRunning}>
        {t('second.act')}
      </Button>
    </form>
  );
}
