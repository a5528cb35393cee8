import { Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ApiError } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError, showFaults } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import { ManagerSelect } from './manager-select.tsx';
import type { Household } from './relationships.ts';

/** Changes the name of a household and who leads it. */
export function HouseholdEdit({ household, close }: { household: Household; close: () => void }) {
  const t = useWords('households');
  const common = useWords('common');
  const write = useWrite('updateHousehold');
  const { householdUuid, name, relationshipManagerType, relationshipManagerUuid } = household;
  const form = useForm({
    initialValues: { name, manager: { relationshipManagerType, relationshipManagerUuid } },
    validate: { name: (value) => (value.trim() ? null : t('required')) },
  });
  const save = form.onSubmit(async (values) => {
    const change = (body: { name: string } & typeof values.manager) =>
      write.mutateAsync({ path: { householdUuid }, body });
    try {
      await change({ name: values.name.trim(), ...values.manager });
      close();
      const before = { name, relationshipManagerType, relationshipManagerUuid };
      toast({ message: t('saved'), undo: () => void change(before).catch(() => undefined) });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      showFaults(form, failure);
    }
  });
  return (
    <Dialog title={t('edit')} isOpen close={close}>
      <form onSubmit={save}>
        <FormError error={write.error} labelOf={() => t('name')} />
        <Stack gap="md">
          <TextInput
            label={t('name')}
            withAsterisk
            maxLength={255}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <ManagerSelect
            value={form.values.manager}
            name={household.relationshipManagerName}
            onChange={(manager) => form.setFieldValue('manager', manager)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={write.isPending}>
            {t('save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
