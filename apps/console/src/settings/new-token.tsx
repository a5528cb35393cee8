import { Group, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { SecretOnce } from './secret-once.tsx';
import classes from './settings.module.css';

type Scope = BodyOf<'createPersonalToken'>['scopes'][number];

/** Makes a token: what it is called and how far it reaches; then its text, this once. */
export function NewToken({ close }: { close: () => void }) {
  const t = useWords('settings');
  const create = useWrite('createPersonalToken');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const token = create.data?.token;
  if (token)
    return (
      <SecretOnce
        title={t('tokens.onceTitle')}
        secret={{ label: t('tokens.token'), value: token }}
        close={close}
      />
    );

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { name, scopes: [...scopes] } });
  };
  return (
    <Dialog title={t('tokens.add')} isOpen close={close}>
      <form onSubmit={submit} className={classes.form}>
        <p className={classes.text}>{t('tokens.text')}</p>
        {create.error && <ErrorCard error={create.error} />}
        <TextInput
          label={t('tokens.name')}
          maxLength={100}
          required
          withAsterisk={false}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ScopePicker scopes={scopes} onChange={setScopes} />
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={create.isPending} disabled={scopes.length === 0}>
            {t('tokens.act')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
