import { Group, Select } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { toast } from '../ui/toast.tsx';
import type { Member, Relationship } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

type Props = { householdUuid: string; member: Member; close: () => void };

/** Changes how a member relates to the household. */
export function MemberRole({ householdUuid, member, close }: Props) {
  const t = useWords('households');
  const common = useWords('common');
  const { choices, labelOf } = useRelationships();
  const write = useWrite('updateHouseholdMember');
  const [role, setRole] = useState(member.relationshipType);
  const path = { householdUuid, memberUuid: member.memberUuid };
  const change = (relationshipType: Relationship | null) =>
    write.mutateAsync({ path, body: { relationshipType } });
  const save = async () => {
    const saved = await change(role).catch(() => undefined);
    if (!saved) return;
    close();
    toast({
      message: t('member.roleSaved', { name: member.displayName, role: labelOf(role) }),
      undo: () => void change(member.relationshipType).catch(() => undefined),
    });
  };
  return (
    <Dialog title={t('member.roleOf', { name: member.displayName })} isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={write.error} />
        <RoleSelect label={t('role')} value={role} onChange={setRole} choices={choices} />
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

type RoleSelectProps = {
  label: string;
  /** Says the label to screen readers only. */
  isBare?: boolean;
  value: Relationship | null;
  onChange: (value: Relationship | null) => void;
  choices: ReturnType<typeof useRelationships>['choices'];
};

/** A choice among all relationships, by kind. */
export function RoleSelect({ label, isBare, value, onChange, choices }: RoleSelectProps) {
  const t = useWords('households');
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={t('chooseRole')}
      data={choices}
      value={value}
      onChange={(chosen) => onChange(chosen as Relationship | null)}
      searchable
      selectFirstOptionOnChange
      clearable
      nothingFoundMessage={t('noMatch')}
      clearButtonProps={{ 'aria-label': t('clearRole') }}
    />
  );
}
