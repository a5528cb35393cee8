import { Switch, TextInput } from '@mantine/core';
import { eventTypes as allTypes, type EventType } from '../../../platform/src/event-types.ts';
import { type AnswerOf, call } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import classes from './developers.module.css';
import type { Endpoint } from './endpoint-state.tsx';
import { EventPicker } from './event-picker.tsx';

type Made = Endpoint & Partial<Pick<AnswerOf<'createWebhookEndpoint'>, 'secret'>>;
type Props = {
  endpoint?: Endpoint;
  close?: () => void;
  done: (answer: { secret: string | null }) => void;
};

const known = (types: readonly string[]) =>
  types.filter((each): each is EventType => (allTypes as readonly string[]).includes(each));

const valuesOf = ({ url, description, eventTypes, isActive }: Endpoint) => ({
  url: url ?? '',
  description: description ?? '',
  eventTypes: known(eventTypes),
  isActive,
});
type Values = ReturnType<typeof valuesOf>;
const fresh: Values = { url: '', description: '', eventTypes: [], isActive: true };
const bodyOf = ({ description, url, ...rest }: Values) => ({
  ...rest,
  url: url.trim(),
  description: description.trim() || null,
});

/** The address of an endpoint, and the events that it is told of. */
export function EndpointForm({ endpoint, close, done }: Props) {
  const t = useWords('developers');
  const create = useWrite('createWebhookEndpoint');
  const update = useWrite('updateWebhookEndpoint');
  const hasAddress = endpoint?.delivery !== 'POLL';
  const path = { endpointUuid: endpoint?.endpointUuid ?? '' };
  const state = useForm<Values, Made>({
    initial: endpoint ? valuesOf(endpoint) : fresh,
    draft: `endpoint:${endpoint?.endpointUuid ?? 'new'}`,
    limits: 'createWebhookEndpoint',
    check: ({ url }) => (url.trim() || !hasAddress ? {} : { url: wordsOf('common')('required') }),
    send: (values, { headers, initial }) => {
      const body = bodyOf(values);
      if (!endpoint) return create.mutateAsync({ body, headers });
      const changed = pathsThatDiffer(body, bodyOf(initial));
      const own = Object.entries(body).filter(([name]) => changed.includes(name));
      return update.mutateAsync({ path, body: Object.fromEntries(own), headers });
    },
    saved: ({ secret = null }) => done({ secret }),
    reread: async () => ({ values: valuesOf(await call('getWebhookEndpoint', { path })) }),
    pathOf: (field) => field.replace(/^eventTypes.*/, 'eventTypes'),
  });
  const { form } = state;
  return (
    <Form
      of={state}
      act={t(endpoint ? 'hooks.save' : 'hooks.act')}
      close={close}
      labelOf={(field) => t(`hooks.fields.${field}`, '')}
      className={classes.stack}
    >
      {hasAddress && (
        <TextInput
          label={t('hooks.fields.url')}
          description={t('hooks.urlText')}
          placeholder="https://"
          type="url"
          inputMode="url"
          withAsterisk
          {...form.getInputProps('url')}
        />
      )}
      <TextInput label={t('hooks.fields.description')} {...form.getInputProps('description')} />
      <Switch
        label={t('hooks.fields.isActive')}
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <EventPicker
        chosen={form.values.eventTypes}
        onChange={(next) => form.setFieldValue('eventTypes', next)}
      />
    </Form>
  );
}
