import { Stack, TextInput } from '@mantine/core';
import { IconShield } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Confirm, Dialog } from '../ui/dialog.tsx';
import { Page, Section } from '../ui/page.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './platform.module.css';

type Administrator = AnswerOf<'listPlatformAdmins'>[number];
const fields = ['name', 'lastName', 'userEmail'] as const;

/** Who administers the platform; the last one stays. */
export default function Administrators() {
  const t = useWords('platform');
  const user = usePerson();
  const administrators = useRead('listPlatformAdmins', {});
  const [search, change] = useSearch<'administrators'>();
  const [leaving, setLeaving] = useState<Administrator>();
  return (
    <Page
      title={t('administrators.title')}
      lead={t('administrators.lead')}
      acts={<Button onClick={() => change({ open: 'new' })}>{t('administrators.add')}</Button>}
      isNarrow
    >
      <Section title={t('administrators.list')}>
        <Read of={administrators}>
          {(rows) => (
            <ul className={classes.rows}>
              {rows.map((row) => (
                <li key={row.userUuid}>
                  <IconShield size={20} stroke={1.7} aria-hidden />
                  <span className={classes.card}>
                    <strong>{`${row.name} ${row.lastName}`.trim()}</strong>
                    <span className={classes.muted}>{row.userEmail}</span>
                  </span>
                  {row.userUuid === user?.userUuid ? (
                    <span className={classes.muted}>{t('administrators.you')}</span>
                  ) : (
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={t('administrators.endOne', { name: row.userEmail })}
                      onClick={() => setLeaving(row)}
                    >
                      {t('administrators.end')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Read>
      </Section>
      {search.open === 'new' && <NewAdministrator close={() => change({ open: undefined })} />}
      {leaving && <EndAdministrator of={leaving} close={() => setLeaving(undefined)} />}
    </Page>
  );
}

function NewAdministrator({ close }: { close: () => void }) {
  const t = useWords('platform');
  const create = useWrite('createPlatformAdmin');
  const state = useForm({
    initial: { name: '', lastName: '', userEmail: '' },
    draft: 'platform-administrator',
    limits: 'createPlatformAdmin',
    check: (values) =>
      Object.fromEntries(
        fields.filter((field) => !values[field].trim()).map((field) => [field, t('required')]),
      ),
    send: ({ name, lastName, userEmail }, { headers }) => {
      const body = { name: name.trim(), lastName: lastName.trim(), userEmail: userEmail.trim() };
      return create.mutateAsync({ body, headers });
    },
    saved: ({ userEmail }) => {
      toast({ message: t('administrators.added', { name: userEmail }) });
      close();
    },
  });
  return (
    <Dialog title={t('administrators.add')} isOpen close={close}>
      <p className={classes.muted}>{t('administrators.addText')}</p>
      <Form
        of={state}
        act={t('administrators.act')}
        close={close}
        labelOf={(field) => t(`administrators.fields.${field}`, '')}
      >
        <Stack gap="md">
          {fields.map((field) => (
            <TextInput
              key={field}
              label={t(`administrators.fields.${field}`)}
              type={field === 'userEmail' ? 'email' : 'text'}
              withAsterisk
              data-path={field}
              {...state.form.getInputProps(field)}
            />
          ))}
        </Stack>
      </Form>
    </Dialog>
  );
}

function EndAdministrator({ of, close }: { of: Administrator; close: () => void }) {
  const t = useWords('platform');
  const remove = useWrite('deletePlatformAdmin');
  return (
    <Confirm
      title={t('administrators.endTitle', { name: of.userEmail })}
      isOpen
      close={close}
      act={t('administrators.end')}
      isDestructive
      isRunning={remove.isPending}
      run={() => remove.mutate({ path: { userUuid: of.userUuid } }, { onSuccess: close })}
    >
      <p>{t('administrators.endText')}</p>
      {remove.error && <ErrorCard error={remove.error} />}
    </Confirm>
  );
}
