import { Checkbox, Group, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { areas } from '../../../platform/src/auth/scopes.ts';
import type { BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './settings.module.css';

type Scope = BodyOf<'createPersonalToken'>['scopes'][number];

/** Makes a token: what it is called and how far it reaches; then its text, this once. */
export function NewToken({ close }: { close: () => void }) {
  const t = useWords('settings');
  const create = useWrite('createPersonalToken');
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  const token = create.data?.token;
  if (token) return <TokenOnce token={token} close={close} />;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ body: { name, scopes: [...scopes] } });
  };
  const toggle = (scope: Scope) =>
    setScopes(
      scopes.includes(scope) ? scopes.filter((each) => each !== scope) : [...scopes, scope],
    );

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
        <fieldset className={classes.scopes}>
          <legend>{t('tokens.reach')}</legend>
          {areas.map((area) => (
            <div key={area} className={classes.scope}>
              <span>{t(`areas.${area}`)}</span>
              {(['read', 'write'] as const).map((way) => (
                <Checkbox
                  key={way}
                  label={t(`tokens.${way}`)}
                  aria-label={`${t(`areas.${area}`)}: ${t(`tokens.${way}`)}`}
                  checked={scopes.includes(`${area}:${way}`)}
                  onChange={() => toggle(`${area}:${way}`)}
                />
              ))}
            </div>
          ))}
        </fieldset>
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

function TokenOnce({ token, close }: { token: string; close: () => void }) {
  const t = useWords('settings');
  const copy = () => {
    void navigator.clipboard.writeText(token);
    toast({ message: t('tokens.copied') });
  };
  return (
    <Dialog title={t('tokens.onceTitle')} isOpen close={close}>
      <div className={classes.form}>
        <p className={classes.text}>{t('tokens.once')}</p>
        <TextInput
          label={t('tokens.token')}
          value={token}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <Group justify="space-between">
          <Button variant="default" leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
            {t('tokens.copy')}
          </Button>
          <Button onClick={close}>{t('tokens.done')}</Button>
        </Group>
      </div>
    </Dialog>
  );
}
