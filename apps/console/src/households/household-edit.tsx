import { Stack } from '@mantine/core';
import { type BodyOf, call } from '../api.ts';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { lastChangeOf } from '../forms/last-change.ts';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { PlainField } from '../records/plain-field.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { type Manager, ManagerSelect } from './manager-select.tsx';
import type { Household } from './relationships.ts';

type Values = { name: string; manager: Manager & { name: string } };

const valuesOf = (household: Omit<Household, 'members' | 'portfolio' | 'exposure'>): Values => {
  const { name, relationshipManagerType, relationshipManagerUuid } = household;
  const manager = household.relationshipManagerName;
  return { name, manager: { relationshipManagerType, relationshipManagerUuid, name: manager } };
};

/** Changes the name of a household and who leads it. */
export function HouseholdEdit({ household, close }: { household: Household; close: () => void }) {
  const t = useWords('households');
  const write = useWrite('updateHousehold');
  const { householdUuid, version } = household;
  const path = { householdUuid };
  const before = valuesOf(household);
  const state = useForm({
    initial: before,
    version,
    draft: `household:${householdUuid}`,
    limits: 'updateHousehold',
    check: ({ name }) => (name.trim() ? {} : { name: wordsOf('common')('required') }),
    send: (values, { headers, initial }) =>
      write.mutateAsync({ path, body: changesOf(values, initial), headers }),
    saved: ({ version: now }, values) => {
      close();
      const headers = { 'if-match': `"${now}"` };
      const undo = () =>
        void write
          .mutateAsync({ path, body: changesOf(before, values), headers })
          .catch(() => undefined);
      toast({ message: t('saved'), undo });
    },
    reread: async () => {
      const of = { entityType: 'HOUSEHOLD', entityUuid: householdUuid } as const;
      const [now, last] = await Promise.all([call('getHousehold', { path }), lastChangeOf(of)]);
      return { values: valuesOf(now), version: now.version, ...last };
    },
    pathOf: (field) => (field === 'name' ? field : 'manager'),
  });
  const { form } = state;
  return (
    <Dialog title={t('edit')} isOpen close={close}>
      <Form
        of={state}
        act={t('save')}
        close={close}
        labelOf={(field) => t(field === 'name' ? 'name' : 'manager')}
      >
        <Stack gap="md">
          <PlainField
            record="household"
            name="name"
            data-autofocus
            of={form.getInputProps('name')}
          />
          <ManagerSelect
            value={form.values.manager}
            name={form.values.manager.name}
            onChange={(manager, name) => form.setFieldValue('manager', { ...manager, name })}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}

/** Returns what changes a household from one form to another; a manager's kind goes along. */
function changesOf(values: Values, from: Values): NonNullable<BodyOf<'updateHousehold'>> {
  const { name: _, ...manager } = values.manager;
  const changed = pathsThatDiffer(values, from);
  const isManaged = changed.some((path) => path.startsWith('manager.relationship'));
  return {
    ...(changed.includes('name') && { name: values.name.trim() }),
    ...(isManaged && manager),
  };
}
