import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { ScopePicker } from './scope-picker.tsx';
import { SecretOnce } from './secret-once.tsx';
import classes from './settings.module.css';

type Scope = BodyOf<'createPersonalToken'>['scopes'][number];

/** Makes a token: what it is called and how far it reaches; then its text, this once. */
export function NewToken({ close }: { close: () => void }) {
  const t = useWords('settings');
  const create = useWrite('createPersonalToken');
  const [token, setToken] = useState<string | null>();
  const state = useForm({
    initial: { name: '', scopes: [] as Scope[] },
    draft: 'token',
    limits: 'createPersonalToken',
    check: ({ name, scopes }) => ({
      name: name.trim() ? undefined : wordsOf('common')('required'),
      scopes: scopes.length > 0 ? undefined : t('tokens.noScopes'),
    }),
    send: ({ name, scopes }, { headers }) =>
      create.mutateAsync({ body: { name: name.trim(), scopes }, headers }),
    saved: (answer) => setToken(answer.token),
    pathOf: (field) => field.replace(/\[.*/, ''),
  });
  const { form } = state;
  if (token)
    return (
      <SecretOnce
        title={t('tokens.onceTitle')}
        secret={{ label: t('tokens.token'), value: token }}
        close={close}
      />
    );
  return (
    <Dialog title={t('tokens.add')} isOpen close={close}>
      <p className={classes.text}>{t('tokens.text')}</p>
      <Form
        of={state}
        act={t('tokens.act')}
        close={close}
        labelOf={(field) => t(field === 'name' ? 'tokens.name' : 'tokens.reach')}
        className={classes.form}
      >
        <TextInput
          label={t('tokens.name')}
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <ScopePicker
          scopes={form.values.scopes}
          onChange={(next) => form.setFieldValue('scopes', next)}
        />
      </Form>
    </Dialog>
  );
}
