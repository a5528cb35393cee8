import { Menu } from '@mantine/core';
import { IconArrowUpRight, IconStar, IconTag, IconUserMinus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { useGo } from '../ui/address.ts';
import { Confirm } from '../ui/dialog.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { ErrorCard } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { MemberRole } from './member-role.tsx';
import type { Household, Member } from './relationships.ts';

/** Returns what can be done with a member, as items of a menu, and the dialogs that belong to it. */
export function useMemberActs({ householdUuid, members }: Household): {
  menuOf: (memberUuid: string) => ReactNode;
  dialogs: ReactNode;
} {
  const t = useWords('households');
  const user = usePerson();
  const go = useGo();
  const update = useWrite('updateHouseholdMember');
  const remove = useWrite('removeHouseholdMember');
  const add = useWrite('addHouseholdMember');
  const [roleOf, setRoleOf] = useState<Member>();
  const [leaving, setLeaving] = useState<Member>();
  const [error, setError] = useState<ApiError | null>(null);
  const attempt = async (act: () => Promise<unknown>) => {
    setError(null);
    try {
      await act();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      setError(failure);
    }
  };
  const mark = (member: Member, isPrimary: boolean) =>
    update.mutateAsync({
      path: { householdUuid, memberUuid: member.memberUuid },
      body: { isPrimary },
    });
  const makePrimary = (member: Member) =>
    attempt(async () => {
      const before = members.find(({ isPrimary }) => isPrimary);
      await mark(member, true);
      const undo = () => attempt(() => (before ? mark(before, true) : mark(member, false)));
      toast({
        message: t('member.primaryNow', { name: member.displayName }),
        undo: () => void undo(),
      });
    });
  const takeOut = (member: Member) =>
    attempt(async () => {
      setLeaving(undefined);
      const { memberUuid, memberType, contactUuid, organisationUuid } = member;
      const { relationshipType, sharePercent, isPrimary, displayName } = member;
      await remove.mutateAsync({ path: { householdUuid, memberUuid } });
      const who = { memberType, contactUuid, organisationUuid };
      const body = { ...who, relationshipType, sharePercent, isPrimary };
      const undo = () => attempt(() => add.mutateAsync({ path: { householdUuid }, body }));
      toast({ message: t('member.removed', { name: displayName }), undo: () => void undo() });
    });
  const recordOf = ({ contact }: Member) =>
    contact ? pathTo('person', { contactUuid: contact.contactUuid }) : undefined;
  const menuOf = (memberUuid: string) => {
    const member = members.find((each) => each.memberUuid === memberUuid);
    if (!member) return null;
    const href = recordOf(member);
    return (
      <>
        <Menu.Label>{member.displayName}</Menu.Label>
        {href && (
          <MenuItem
            isLocal
            leftSection={<IconArrowUpRight size={16} aria-hidden />}
            onClick={() => void go(href)}
          >
            {t('member.open')}
          </MenuItem>
        )}
        <MenuItem
          leftSection={<IconTag size={16} aria-hidden />}
          disabled={!can('updateHouseholdMember', user)}
          onClick={() => setRoleOf(member)}
        >
          {t('member.role')}
        </MenuItem>
        <MenuItem
          leftSection={<IconStar size={16} aria-hidden />}
          disabled={member.isPrimary || !can('updateHouseholdMember', user)}
          onClick={() => void makePrimary(member)}
        >
          {t('member.makePrimary')}
        </MenuItem>
        <Menu.Divider />
        <MenuItem
          color="red"
          leftSection={<IconUserMinus size={16} aria-hidden />}
          disabled={!can('removeHouseholdMember', user)}
          onClick={() => (member.isPrimary ? setLeaving(member) : void takeOut(member))}
        >
          {t('member.remove')}
        </MenuItem>
      </>
    );
  };
  const dialogs = (
    <>
      {error && <ErrorCard error={error} />}
      {roleOf && (
        <MemberRole
          householdUuid={householdUuid}
          member={roleOf}
          close={() => setRoleOf(undefined)}
        />
      )}
      <Confirm
        title={t('member.remove')}
        isOpen={leaving !== undefined}
        close={() => setLeaving(undefined)}
        act={t('member.remove')}
        isDestructive
        run={() => leaving && void takeOut(leaving)}
      >
        {t('member.removePrimary', {
          name: leaving?.displayName,
          count: members.length - 1,
        })}
      </Confirm>
    </>
  );
  return { menuOf, dialogs };
}
