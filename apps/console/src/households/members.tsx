import { SegmentedControl, Switch } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { usePerson } from '../person.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { Empty } from '../ui/states.tsx';
import classes from './household.module.css';
import { useMemberActs } from './member-acts.tsx';
import { MemberAdd } from './member-add.tsx';
import { MembersTable } from './members-table.tsx';
import { type Household, toParty } from './relationships.ts';
import { Tree } from './tree.tsx';
import { useWealth } from './use-wealth.ts';

const noMenu = () => null;

/** Shows who is who, as a picture that is the editor, or as a table. */
export function Members({ household, isPast }: { household: Household; isPast: boolean }) {
  const t = useWords('households');
  const user = usePerson();
  const [search, change] = useSearch<'household'>();
  const [isAdding, setAdding] = useState(false);
  const { menuOf, dialogs } = useMemberActs(household);
  const { householdUuid, exposure } = household;
  const withFormer = search.former === '1' && !isPast;
  const all = useRead(
    'listHouseholdMembers',
    { path: { householdUuid }, query: { includeDeleted: true } },
    { enabled: withFormer },
  );
  const former = withFormer ? (all.data ?? []).filter(({ isDeleted }) => isDeleted) : [];
  const members = [...household.members, ...former];
  const canAdd = !isPast && can('addHouseholdMember', user);
  const open = () => setAdding(true);
  useKeys(canAdd ? [{ keys: 'n', label: t('member.add'), group: 'page', run: open }] : []);
  const exposed = new Set(exposure.politicallyExposed);
  const isTable = search.view === 'table';
  const withWealth = search.wealth === '1';
  const wealthOf = useWealth(household, withWealth);
  const parties = members.map((member) => ({
    ...toParty(member),
    isExposed: exposed.has(member.memberUuid),
    ...wealthOf(member),
  }));
  const add = canAdd && (
    <Button size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={open}>
      {t('member.add')}
    </Button>
  );
  return (
    <Section title={t('members')} acts={members.length > 0 && add}>
      {members.length > 0 && (
        <div className={classes.tools}>
          <Switch
            size="xs"
            label={t('showFormer')}
            checked={withFormer}
            disabled={isPast}
            onChange={({ currentTarget: { checked } }) =>
              change({ former: checked ? '1' : undefined }, { replace: true })
            }
          />
          {!isTable && (
            <Switch
              size="xs"
              label={t('showWealth')}
              checked={withWealth}
              onChange={({ currentTarget: { checked } }) =>
                change({ wealth: checked ? '1' : undefined }, { replace: true })
              }
            />
          )}
          <SegmentedControl
            size="xs"
            aria-label={t('view')}
            data={[
              { value: 'tree', label: t('tree') },
              { value: 'table', label: t('table') },
            ]}
            value={isTable ? 'table' : 'tree'}
            onChange={(view) =>
              change({ view: view === 'table' ? view : undefined }, { replace: true })
            }
          />
        </div>
      )}
      {dialogs}
      {members.length === 0 ? (
        <Empty
          icon={<IconUsersGroup size={30} />}
          title={t('member.none')}
          text={t('member.noneText')}
          act={add}
        />
      ) : isTable ? (
        <MembersTable members={members} menuOf={isPast ? noMenu : menuOf} />
      ) : (
        <Tree
          label={t('treeOf', { name: household.name, count: household.memberCount })}
          parties={parties}
          {...(isPast ? {} : { menu: (party) => menuOf(party.key) })}
          more={(count) => (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => change({ view: 'table' }, { replace: true })}
            >
              {t('others', { count })}
            </Button>
          )}
        />
      )}
      {isAdding && <MemberAdd household={household} close={() => setAdding(false)} />}
    </Section>
  );
}
