import { Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { programRoles, signIns } from '../enumerations.ts';
import { Form } from '../forms/form.tsx';
import { useOver } from '../forms/limits.ts';
import { StandingForm } from '../forms/standing-form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { presentTenant } from '../tenant.ts';
import { PasswordField } from '../ui/password-field.tsx';
import { BreakGlass } from './break-glass.tsx';
import classes from './firm.module.css';
import { GroupRoles } from './group-roles.tsx';
import { type Connection, changesOf, limitsOf, valuesOf } from './provider-values.ts';
import { RolesPreview } from './roles-preview.tsx';

/** The connection to the firm's provider: who it is, who comes in by it, and as what. */
export function ProviderForm({ connection }: { connection: Connection }) {
  return <StandingForm>{(saved) => <Fields connection={connection} saved={saved} />}</StandingForm>;
}

function Fields({ connection, saved }: { connection: Connection; saved: () => void }) {
  const t = useWords('sso');
  const user = usePerson();
  const save = useWrite('updateSsoConnection');
  const path = { tenantUuid: presentTenant() };
  const [secret, setSecret] = useState('');
  const over = useOver(secret !== '');
  const state = useForm({
    initial: valuesOf(connection),
    // A secret is not kept in the browser: it is no part of the form's values.
    draft: 'sso-connection',
    limits: limitsOf,
    send: async (values, { headers, initial }) => {
      const body = changesOf({ ...values, clientSecret: secret }, initial);
      const answer = await save.mutateAsync({ path, body, headers });
      // One that was typed meanwhile stays.
      setSecret((now) => (now === secret ? '' : now));
      return answer;
    },
    saved,
    anew: (now) => ({ values: valuesOf(now) }),
    pathOf: (field) =>
      field
        .replace(/^(emailDomains|breakGlass|defaultRoles).*/, '$1')
        .replace(/^groupRoles\[(\d+)\].*/, 'groups.$1.group'),
  });
  const { form } = state;
  const { values } = form;
  return (
    <Form
      of={state}
      act={t('save')}
      labelOf={(field) => t(`fields.${field.split('.')[0]}`, '')}
      className={classes.stack}
    >
      <Switch
        label={t('fields.isActive')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <TextInput
        label={t('fields.issuer')}
        description={t('texts.issuer')}
        placeholder="https://accounts.google.com"
        inputMode="url"
        {...form.getInputProps('issuer')}
      />
      <TextInput
        label={t('fields.clientId')}
        autoComplete="off"
        {...form.getInputProps('clientId')}
      />
      <PasswordField
        label={t('fields.clientSecret')}
        description={t('texts.clientSecret')}
        autoComplete="off"
        value={secret}
        onChange={({ currentTarget }) => setSecret(currentTarget.value)}
        error={over('updateSsoConnection:clientSecret', secret) ?? form.errors.clientSecret}
        data-path="clientSecret"
        toggle={t('showSecret')}
      />
      <Textarea
        label={t('fields.emailDomains')}
        description={t('texts.emailDomains')}
        placeholder={t('texts.domainExample')}
        autosize
        minRows={2}
        {...form.getInputProps('emailDomains')}
      />
      <Select
        label={t('fields.signIn')}
        description={t('texts.signIn')}
        data={signIns.map((value) => ({
          value,
          label: t(`signIn.${value}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('signIn')}
      />
      {user?.roles.includes('TENANT_ADMIN') && (
        <BreakGlass
          chosen={values.breakGlass}
          error={form.errors.breakGlass}
          onChange={(next) => form.setFieldValue('breakGlass', next)}
        />
      )}
      <Switch
        label={t('fields.trustsSecondFactor')}
        description={t('texts.trustsSecondFactor')}
        {...form.getInputProps('trustsSecondFactor', { type: 'checkbox' })}
      />
      <Switch
        label={t('fields.createStaff')}
        description={t('texts.createStaff')}
        {...form.getInputProps('createStaff', { type: 'checkbox' })}
      />
      <Select
        label={t('fields.defaultRoles')}
        description={t('texts.defaultRoles')}
        data={programRoles.map((value) => ({
          value,
          label: t(`roles.${value}`),
        }))}
        allowDeselect={false}
        {...form.getInputProps('defaultRoles')}
      />
      <TextInput
        label={t('fields.groupsClaim')}
        description={t('texts.groupsClaim')}
        placeholder="groups"
        {...form.getInputProps('groupsClaim')}
      />
      <GroupRoles
        groups={values.groups}
        errors={form.errors}
        onChange={(next) => form.setFieldValue('groups', next)}
      />
      <RolesPreview
        groups={values.groups}
        defaultRoles={values.defaultRoles}
        groupsClaim={values.groupsClaim}
      />
    </Form>
  );
}
