import { NumberInput, Select, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { Dialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import type { Member, Relationship } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

type Props = { householdUuid: string; member: Member; close: () => void };

/** Changes how a member relates to the household. */
export function MemberRole({ householdUuid, member, close }: Props) {
  const t = useWords('households');
  const { labelOf } = useRelationships();
  const write = useWrite('updateHouseholdMember');
  const path = { householdUuid, memberUuid: member.memberUuid };
  const change = (relationshipType: Relationship | null, sharePercent: number | null) =>
    write.mutateAsync({ path, body: { relationshipType, sharePercent } });
  const state = useForm({
    initial: {
      relationshipType: member.relationshipType,
      sharePercent: typedShare(member.sharePercent),
    },
    draft: `member:${member.memberUuid}`,
    limits: 'updateHouseholdMember',
    send: ({ relationshipType, sharePercent }) =>
      change(relationshipType, shareOf(relationshipType, sharePercent)),
    saved: (_, { relationshipType }) => {
      close();
      toast({
        message: t('member.roleSaved', {
          name: member.displayName,
          role: labelOf(relationshipType),
        }),
        undo: () =>
          void change(member.relationshipType, member.sharePercent).catch(() => undefined),
      });
    },
  });
  return (
    <Dialog title={t('member.roleOf', { name: member.displayName })} isOpen close={close}>
      <Form
        of={state}
        act={t('save')}
        close={close}
        labelOf={(field) => t(field === 'sharePercent' ? 'share' : 'role')}
      >
        <Stack gap="md">
          <RoleSelect
            label={t('role')}
            value={state.form.values.relationshipType}
            onChange={(role) => state.form.setFieldValue('relationshipType', role)}
            isOrganisation={member.memberType === 'ORGANISATION'}
          />
          <ShareField
            role={state.form.values.relationshipType}
            value={state.form.values.sharePercent}
            onChange={(share) => state.form.setFieldValue('sharePercent', share)}
            error={state.form.errors.sharePercent}
          />
        </Stack>
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
  /** Says who has the role: each kind has its own. */
  isOrganisation: boolean;
};

/** A choice among relationships: the commonest first, the others by kind. */
export function RoleSelect({ label, isBare, value, onChange, isOrganisation }: RoleSelectProps) {
  const t = useWords('households');
  const { choicesFor } = useRelationships();
  return (
    <Select
      {...(isBare ? { 'aria-label': label } : { label })}
      placeholder={t('chooseRole')}
      data={choicesFor(isOrganisation)}
      value={value}
      onChange={(chosen) => onChange(chosen as Relationship | null)}
      searchable
      clearable
      nothingFoundMessage={t('noMatch')}
      clearButtonProps={{ 'aria-label': t('clearRole') }}
    />
  );
}

/** Returns a share as it is typed, and as it is sent: of a company that is owned alone. */
export const typedShare = (share: number | null | undefined): string =>
  typeof share === 'number' ? String(share) : '';
export const shareOf = (role: Relationship | null, typed: string): number | null =>
  role === 'OWNED_COMPANY' && typed !== '' ? Number(typed) : null;

type ShareProps = {
  role: Relationship | null;
  value: string;
  onChange: (value: string) => void;
  isBare?: boolean;
  label?: string;
  error?: ReactNode;
};

/** Takes how much of a company is owned; of other relationships there is nothing to say. */
export function ShareField({ role, value, onChange, isBare, label, error }: ShareProps) {
  const t = useWords('households');
  if (role !== 'OWNED_COMPANY') return null;
  const name = label ?? t('share');
  return (
    <NumberInput
      {...(isBare ? { 'aria-label': name, placeholder: '%' } : { label: name })}
      error={error}
      suffix=" %"
      decimalScale={2}
      decimalSeparator={currentLanguage() === 'es' ? ',' : '.'}
      clampBehavior="none"
      hideControls
      w={isBare ? 84 : undefined}
      value={value}
      onChange={(next) => onChange(String(next))}
    />
  );
}
