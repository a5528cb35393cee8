import { Checkbox, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FormError } from '../ui/form.tsx';
import { Link } from '../ui/link.tsx';
import { toast } from '../ui/toast.tsx';
import { Chosen } from './chosen.tsx';
import { RoleSelect } from './member-role.tsx';
import { type Found, PartySearch } from './party-search.tsx';
import type { Household, Relationship } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

type Props = { household: Household; close: () => void };

/** Brings a person or an organisation into the household, with a role. */
export function MemberAdd({ household, close }: Props) {
  const { householdUuid, members } = household;
  const t = useWords('households');
  const common = useWords('common');
  const { choices } = useRelationships();
  const write = useWrite('addHouseholdMember');
  const remove = useWrite('removeHouseholdMember');
  const [party, setParty] = useState<Found>();
  const [role, setRole] = useState<Relationship | null>(null);
  const [isPrimary, setPrimary] = useState(members.length === 0);
  const save = async () => {
    if (!party) return;
    const { uuid, name, isOrganisation } = party;
    const who = isOrganisation ? { organisationUuid: uuid } : { contactUuid: uuid };
    const memberType = isOrganisation ? ('ORGANISATION' as const) : ('CONTACT' as const);
    const body = { memberType, ...who, relationshipType: role, isPrimary };
    const added = await write.mutateAsync({ path: { householdUuid }, body }).catch(() => undefined);
    if (!added) return;
    close();
    const path = { householdUuid, memberUuid: added.memberUuid };
    toast({
      message: t('member.added', { name }),
      undo: () => void remove.mutateAsync({ path }).catch(() => undefined),
    });
  };
  return (
    <Dialog title={t('member.add')} isOpen close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <FormError error={write.error} />
        {write.error?.code === 'ALREADY_A_MEMBER' && party && (
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
            <Chosen party={party} clear={() => setParty(undefined)} />
          ) : (
            <PartySearch label={t('personOrOrganisation')} choose={setParty} />
          )}
          <RoleSelect label={t('role')} value={role} onChange={setRole} choices={choices} />
          <Checkbox
            label={t('member.asPrimary')}
            checked={isPrimary}
            onChange={(event) => setPrimary(event.currentTarget.checked)}
          />
        </Stack>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={close}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={write.isPending} disabled={!party}>
            {t('member.addAct')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
