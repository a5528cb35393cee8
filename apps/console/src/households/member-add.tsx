import { Checkbox, Stack } from '@mantine/core';
import { useWrite } from '../data.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import { Chosen } from './chosen.tsx';
import { RoleSelect, ShareField, shareOf } from './member-role.tsx';
import { type Found, PartySearch } from './party-search.tsx';
import type { Household, Relationship } from './relationships.ts';
import { useMake } from './use-make.ts';

type Props = { household: Household; close: () => void };

/** Brings a person or an organisation into the household, with a role. */
export function MemberAdd({ household, close }: Props) {
  const { householdUuid, members } = household;
  const t = useWords('households');
  const write = useWrite('addHouseholdMember');
  const remove = useWrite('removeHouseholdMember');
  const make = useMake();
  const state = useForm({
    initial: {
      party: undefined as Found | undefined,
      role: null as Relationship | null,
      sharePercent: '',
      isPrimary: members.length === 0,
    },
    draft: `new-member:${householdUuid}`,
    limits: 'addHouseholdMember',
    send: async ({ party, role: relationshipType, isPrimary, ...typed }, { headers }) => {
      const found = party && (await make(party));
      const who = found?.isOrganisation
        ? { memberType: 'ORGANISATION' as const, organisationUuid: found.uuid }
        : { memberType: 'CONTACT' as const, contactUuid: found?.uuid ?? '' };
      const sharePercent = shareOf(relationshipType, typed.sharePercent);
      const body = { ...who, relationshipType, sharePercent, isPrimary };
      return write.mutateAsync({ path: { householdUuid }, body, headers });
    },
    saved: ({ memberUuid, displayName: name }) => {
      close();
      const path = { householdUuid, memberUuid };
      const undo = () => void remove.mutateAsync({ path }).catch(() => undefined);
      toast({ message: t('member.added', { name }), undo });
    },
    pathOf: (field) => (field.endsWith('Uuid') ? 'party' : field),
  });
  const { form } = state;
  const { party } = form.values;
  return (
    <Dialog title={t('member.add')} isOpen close={close}>
      <Form
        of={state}
        act={t('member.addAct')}
        close={close}
        isDisabled={!party}
        labelOf={(field) =>
          t({ party: 'personOrOrganisation', sharePercent: 'share' }[field] ?? 'role')
        }
      >
        {state.error?.code === 'ALREADY_A_MEMBER' && party && (
          <p>
            <Link
              href={
                party.isOrganisation
                  ? pathTo('organisations', { open: party.uuid })
                  : pathTo('person', { contactUuid: party.uuid })
              }
            >
              {t('member.openOne', { name: party.name })}
            </Link>
          </p>
        )}
        <Stack gap="md">
          {party ? (
            <Chosen party={party} clear={() => form.setFieldValue('party', undefined)} />
          ) : (
            <PartySearch
              label={t('personOrOrganisation')}
              choose={(found) => form.setFieldValue('party', found)}
            />
          )}
          <RoleSelect
            label={t('role')}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
            isOrganisation={party?.isOrganisation ?? false}
          />
          <ShareField
            role={form.values.role}
            value={form.values.sharePercent}
            onChange={(share) => form.setFieldValue('sharePercent', share)}
            error={form.errors.sharePercent}
          />
          <Checkbox
            label={t('member.asPrimary')}
            {...form.getInputProps('isPrimary', { type: 'checkbox' })}
          />
        </Stack>
      </Form>
    </Dialog>
  );
}
