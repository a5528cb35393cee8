import { Select, Switch, TextInput } from '@mantine/core';
import { scopes as allScopes, type Scope } from '../../../platform/src/auth/scopes.ts';
import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { type ProgramRole, programRoles } from '../enumerations.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { ScopePicker } from '../settings/scope-picker.tsx';
import { endOf } from '../time.ts';
import { DateField } from '../ui/date-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import classes from './developers.module.css';

type Props = { close: () => void; done: (answer: AnswerOf<'createCredential'>) => void };

/** Makes a key for a program: what it is for, in whose place it acts, and how far it reaches. */
export function NewCredential({ close, done }: Props) {
  const t = useWords('developers');
  const create = useWrite('createCredential');
  const state = useForm({
    initial: {
      name: '',
      role: 'TENANT_STAFF' as ProgramRole,
      reachesAll: false,
      scopes: [] as Scope[],
      until: '',
    },
    draft: 'credential',
    limits: 'createCredential',
    check: ({ name, reachesAll, scopes }) => ({
      name: name.trim() ? undefined : wordsOf('common')('required'),
      scopes: reachesAll || scopes.length > 0 ? undefined : t('keys.noScopes'),
    }),
    send: ({ name, role, reachesAll, scopes, until }, { headers }) =>
      create.mutateAsync({
        body: {
          name: name.trim(),
          roles: [role],
          scopes: reachesAll ? [...allScopes] : scopes,
          expiresAt: until ? endOf(until) : null,
        },
        headers,
      }),
    saved: done,
    pathOf: (field) => (field === 'expiresAt' ? 'until' : field.replace(/\[.*/, '')),
  });
  const { form } = state;
  const { reachesAll, scopes } = form.values;
  return (
    <Dialog title={t('keys.new')} isOpen close={close} size="lg">
      <Form
        of={state}
        act={t('keys.act')}
        close={close}
        labelOf={(field) => t(`keys.fields.${field}`, '')}
        className={classes.stack}
      >
        <TextInput
          label={t('keys.fields.name')}
          withAsterisk
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={t('keys.fields.role')}
          data={programRoles.map((value) => ({
            value,
            label: t(`keys.roles.${value}`),
          }))}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <DateField
          label={t('keys.fields.until')}
          description={t('keys.untilText')}
          {...form.getInputProps('until')}
        />
        <Switch label={t('keys.all')} {...form.getInputProps('reachesAll', { type: 'checkbox' })} />
        {!reachesAll && (
          <ScopePicker scopes={scopes} onChange={(next) => form.setFieldValue('scopes', next)} />
        )}
        {form.errors.scopes && <p className={classes.bad}>{form.errors.scopes}</p>}
      </Form>
    </Dialog>
  );
}
