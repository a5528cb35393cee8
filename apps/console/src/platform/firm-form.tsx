import { Stack, Switch, TextInput } from '@mantine/core';
import type { AnswerOf, BodyOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { presentTenant } from '../tenant.ts';
import { toast } from '../ui/toast.tsx';

type Firm = AnswerOf<'createTenant'>;
type Props = { firm?: Firm; close?: () => void; saved: (firm: Firm) => void };

const valuesOf = (firm: Firm | undefined) => ({
  name: firm?.name ?? '',
  code: firm?.code ?? '',
  isActive: firm?.isActive ?? false,
});

/** The name and code of a firm, new or there already; a new one is off until it is prepared. */
export function FirmForm({ firm, close, saved }: Props) {
  const t = useWords('platform');
  const create = useWrite('createTenant');
  const update = useWrite('updateTenant');
  const policy = useWrite('updateSecurityPolicy');
  /**
   * Makes a firm that takes no common password, unless somebody decides so later. The policy needs a recent
   * proof: a change of nothing asks for it first, so that whoever declines has made nothing.
   */
  const make = async (
    body: NonNullable<BodyOf<'createTenant'>>,
    headers: Record<string, string>,
  ) => {
    await policy.mutateAsync({ path: { tenantUuid: presentTenant() }, body: {} });
    const made = await create.mutateAsync({ body, headers });
    const path = { tenantUuid: made.tenantUuid };
    await policy
      .mutateAsync({ path, body: { refuseCommonPasswords: true } })
      .catch(() => toast({ message: t('firms.policyLeft'), isBad: true }));
    return made;
  };
  const state = useForm({
    initial: valuesOf(firm),
    draft: `firm:${firm?.tenantUuid ?? 'new'}`,
    limits: 'createTenant',
    check: ({ name, code }) => ({
      ...(name.trim() ? {} : { name: t('required') }),
      ...(code.trim() ? {} : { code: t('required') }),
    }),
    send: ({ name, code, isActive }, { headers }) => {
      const body = { name: name.trim(), code: code.trim(), isActive };
      return firm
        ? update.mutateAsync({ path: { id: firm.tenantUuid }, body, headers })
        : make(body, headers);
    },
    saved: (answer) => {
      // A new one is shown by its own page, of which nothing is to be covered.
      if (firm) toast({ message: t('firm.saved', { name: answer.name }) });
      saved(answer);
    },
    ...(firm && { anew: (now: Firm) => ({ values: valuesOf(now) }) }),
  });
  const { form } = state;
  return (
    <Form
      of={state}
      act={t(firm ? 'save' : 'firms.make')}
      close={close}
      labelOf={(field) => t(`fields.${field}`, '')}
    >
      <Stack gap="md">
        <TextInput
          label={t('fields.name')}
          withAsterisk
          data-path="name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('fields.code')}
          description={t('fields.codeText')}
          withAsterisk
          data-path="code"
          {...form.getInputProps('code')}
        />
        {!firm && (
          <Switch
            label={t('fields.isActive')}
            description={t('fields.isActiveText')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
        )}
      </Stack>
    </Form>
  );
}
