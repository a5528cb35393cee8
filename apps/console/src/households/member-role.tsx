import { Select } from '@mantine/core';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { Member, Relationship } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

type Props = { householdUuid: string; member: Member; close: () => void };

/** Changes how a member relates to the household. */
export function MemberRole({ householdUuid, member, close }: Props) {
  const t = useWords('households');
  const { choices, labelOf } = useRelationships();
  const write = useWrite('updateHouseholdMember');
  const path = { householdUuid, memberUuid: member.memberUuid };
  const change = (relationshipType: Relationship | null) =>
    write.mutateAsync({ path, body: { relationshipType } });
  const state = useForm({
    initial: { relationshipType: member.relationshipType },
    draft: `member:${member.memberUuid}`,
    send: ({ relationshipType }) => change(relationshipType),
    saved: (_, { relationshipType }) => {
      close();
      toast({
        message: t('member.roleSaved', {
          name: member.displayName,
          role: labelOf(relationshipType),
        }),
        undo: () => void change(member.relationshipType).catch(() => undefined),
      });
    },
  });
  return (
    <Dialog title={t('member.roleOf', { name: member.displayName })} isOpen close={close}>
      <Form of={state} act={t('save')} close={close} labelOf={() => t('role')}>
        <RoleSelect
          label={t('role')}
          value={state.form.values.relationshipType}
          onChange={(role) => state.form.setFieldValue('relationshipType', role)}
          choices={choices}
        />
      </Form>
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
      clearable
      nothingFoundMessage={t('noMatch')}
      clearButtonProps={{ 'aria-label': t('clearRole') }}
    />
  );
}
