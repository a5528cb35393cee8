import { Group } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useOver } from '../forms/limits.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { AccountOfForm } from './account-of-form.tsx';
import classes from './settings.module.css';

type Guarded = 'renewRecoveryCodes' | 'removeTotp';
type Props<Id extends Guarded> = {
  id: Id;
  title: string;
  text: string;
  act: string;
  isDestructive?: boolean;
  close: () => void;
  done: (answer: AnswerOf<Id>) => void;
};

/** Asks for the password before something that an open laptop must not be enough for. */
export function AskPassword<Id extends Guarded>(props: Props<Id>) {
  const t = useWords('settings');
  const [password, setPassword] = useState('');
  const over = useOver(password !== '');
  const write = useWrite(props.id);
  const isWrong = write.error?.code === 'WRONG_PASSWORD';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Either takes the password alone, which the type of no one operation says.
    write.mutate({ body: { password } } as never, { onSuccess: props.done });
  };
  return (
    <Dialog title={props.title} isOpen close={props.close}>
      <form onSubmit={submit} className={classes.form}>
        <p className={classes.text}>{props.text}</p>
        {write.error && !isWrong && <ErrorCard error={write.error} />}
        <AccountOfForm />
        <PasswordField
          label={t('password.currentPassword')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={over(`${props.id}:password`, password) ?? (isWrong && t('wrongPassword'))}
          toggle={t('password.show')}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.close}>
            {t('back')}
          </Button>
          <Button
            type="submit"
            loading={write.isPending}
            {...(props.isDestructive ? { color: 'red' } : {})}
          >
            {props.act}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
