import { Select, Stack, Switch, TextInput } from '@mantine/core';
import { type AnswerOf, call } from '../api.ts';
import { can } from '../can.ts';
import { countryOptions } from '../countries.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { lastChangeOf } from '../forms/last-change.ts';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { toast } from '../ui/toast.tsx';

type Organisation = AnswerOf<'getOrganisation'>;
type Props = { organisation: Organisation | undefined; done: () => void };

/** The data of an organisation, new or there already. */
export function OrganisationForm({ organisation, done }: Props) {
  const t = useWords('organisations');
  const user = usePerson();
  const create = useWrite('createOrganisation');
  const update = useWrite('updateOrganisation');
  const isAllowed = can(organisation ? 'updateOrganisation' : 'createOrganisation', user);
  const path = { organisationUuid: organisation?.organisationUuid ?? '' };
  const state = useForm({
    initial: organisation ? valuesOf(organisation) : fresh,
    version: organisation?.version,
    draft: `organisation:${organisation?.organisationUuid ?? 'new'}`,
    limits: 'createOrganisation',
    check: ({ name }) => (name.trim() ? {} : { name: t('required') }),
    send: (values, { headers, initial }) => {
      const stated = bodyOf(values);
      if (!organisation) return create.mutateAsync({ body: stated, headers });
      const changed = pathsThatDiffer(stated, bodyOf(initial));
      const own = Object.entries(stated).filter(([name]) => changed.includes(name));
      return update.mutateAsync({ path, body: Object.fromEntries(own), headers });
    },
    saved: ({ name }) => {
      toast({ message: t(organisation ? 'saved' : 'created', { name }) });
      done();
    },
    reread: async () => {
      const of = { entityType: 'ORGANISATION', entityUuid: path.organisationUuid } as const;
      const [now, last] = await Promise.all([call('getOrganisation', { path }), lastChangeOf(of)]);
      return { values: valuesOf(now), version: now.version, ...last };
    },
  });
  const { form } = state;
  return (
    <Form
      of={state}
      act={organisation ? t('save') : t('create')}
      isDisabled={!isAllowed}
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
          label={t('fields.legalName')}
          data-path="legalName"
          {...form.getInputProps('legalName')}
        />
        <TextInput label={t('fields.taxId')} data-path="taxId" {...form.getInputProps('taxId')} />
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
      </Stack>
    </Form>
  );
}

type Values = ReturnType<typeof valuesOf>;

const valuesOf = ({ name, legalName, taxId, country, isActive }: Organisation) => ({
  name,
  legalName: legalName ?? '',
  taxId: taxId ?? '',
  country,
  isActive,
});

const fresh: Values = { name: '', legalName: '', taxId: '', country: 'CHL', isActive: true };

const bodyOf = ({ name, legalName, taxId, country, isActive }: Values) => ({
  name: name.trim(),
  legalName: legalName.trim() || null,
  taxId: taxId.trim() || null,
  country,
  isActive,
});
