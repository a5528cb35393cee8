import { IconUsersGroup } from '@tabler/icons-react';
import { download } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { ListPage } from '../records/list-page.tsx';
import { usualSort } from '../records/list-question.ts';
import { useListState } from '../records/list-state.ts';
import { useRemembered } from '../records/neighbours.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { filterKeys, householdConditions, searchOf } from './list-conditions.ts';
import { useHouseholdFilters } from './list-filters.ts';
import { HouseholdCard, useHouseholdColumns } from './list-rows.tsx';

/** The families and other groups that the firm looks after: who they are, their wealth, their meetings. */
export default function Households() {
  const t = useWords('households');
  const go = useGo();
  const user = usePerson();
  const state = useListState(usualSort.households);
  const filters = useHouseholdFilters();
  const conditions = householdConditions(state.search);
  const body = { filters: conditions, ...state.paging };
  const households = useRead('filterHouseholds', { body }, { keepsOld: true });
  useRemembered('households', households.data, body);
  const columns = useHouseholdColumns(households.data?.content ?? []);
  const canCreate = can('createHousehold', user);
  const create = canCreate
    ? { label: t('new'), run: () => void go(pathTo('newHousehold')) }
    : undefined;
  return (
    <ListPage
      name="households"
      record="household"
      state={state}
      of={households}
      title={t('title')}
      lead={(total) => t('lead', total)}
      find={t('find')}
      filters={filters}
      views={{ list: 'HOUSEHOLDS', keys: filterKeys, conditions, searchOf }}
      create={create}
      readFile={(look) => download('exportHouseholds', { body: { filters: conditions, ...look } })}
      empty={{
        icon: <IconUsersGroup size={30} />,
        title: t('first'),
        text: t('firstText'),
        act: create && <Button onClick={create.run}>{create.label}</Button>,
      }}
      nothing={{ title: t('nothing'), text: t('nothingText') }}
      columns={columns}
      keyOf={(row) => row.householdUuid}
      nameOf={(row) => row.name}
      hrefOf={({ householdUuid }) => pathTo('household', { householdUuid })}
      card={(row) => <HouseholdCard row={row} />}
    />
  );
}
