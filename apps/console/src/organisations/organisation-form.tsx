import { Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { type AnswerOf, ApiError } from '../api.ts';
import { can } from '../can.ts';
import { countryOptions } from '../countries.ts';
import { useWrite } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { usePerson } from '../shell/person.tsx';
import { Button } from '../ui/button.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';

type Organisation = AnswerOf<'getOrganisation'>;
type Props = { organisation: Organisation | undefined; done: () => void };

/** The data of an organisation, new or there already. */
export function OrganisationForm({ organisation, done }: Props) {
  const t = useWords('organisations');
  const user = usePerson();
  const create = useWrite('createOrganisation');
  const update = useWrite('updateOrganisation');
  const [error, setError] = useState<ApiError | null>(null);
  const form = useForm({
    initialValues: {
      name: organisation?.name ?? '',
      legalName: organisation?.legalName ?? '',
      taxId: organisation?.taxId ?? '',
      country: organisation?.country ?? (organisation ? null : 'CHL'),
      isActive: organisation?.isActive ?? true,
    },
    validate: { name: (name) => (name.trim() ? null : t('required')) },
  });
  const isAllowed = can(organisation ? 'updateOrganisation' : 'createOrganisation', user);
  const save = form.onSubmit(async ({ name, legalName, taxId, country, isActive }) => {
    const body = {
      name: name.trim(),
      legalName: legalName.trim() || null,
      taxId: taxId.trim() || null,
      country,
      isActive,
    };
    setError(null);
    try {
      if (organisation) {
        const { organisationUuid } = organisation;
        await update.mutateAsync({ path: { organisationUuid }, body });
      } else await create.mutateAsync({ body });
      toast({ message: t(organisation ? 'saved' : 'created', { name: body.name }) });
      done();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
      showFaults(form, failure);
    }
  });
  return (
    <form onSubmit={save}>
      <FormError error={error} labelOf={(field) => t(`fields.${field}`)} />
      <Stack gap="md">
        <TextInput
          label={t('fields.name')}
          withAsterisk
          maxLength={255}
          data-path="name"
          {...form.getInputProps('name')}
        />
        <TextInput
          label={t('fields.legalName')}
          maxLength={255}
          data-path="legalName"
          {...form.getInputProps('legalName')}
        />
        <TextInput
          label={t('fields.taxId')}
          maxLength={100}
          data-path="taxId"
          {...form.getInputProps('taxId')}
        />
        <Select
          label={t('fields.country')}
          data={countryOptions(currentLanguage(), 3)}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('clearCountry') }}
          data-path="country"
          {...form.getInputProps('country')}
        />
        <Switch
          label={t('fields.isActive')}
          {...form.getInputProps('isActive', { type: 'checkbox' })}
        />
        <Group justify="flex-end">
          <Button
            type="submit"
            disabled={!isAllowed}
            loading={create.isPending || update.isPending}
          >
            {organisation ? t('save') : t('create')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
