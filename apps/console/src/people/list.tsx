import { IconUpload, IconUsers } from '@tabler/icons-react';
import { download } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import type { ReadFile } from '../records/list-file.ts';
import { ListPage } from '../records/list-page.tsx';
import { usualSort } from '../records/list-question.ts';
import { useListState } from '../records/list-state.ts';
import { useRemembered } from '../records/neighbours.ts';
import { nameOf } from '../records/person-name.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { filterKeys, peopleConditions, searchOf } from './list-conditions.ts';
import { usePeopleFilters } from './list-filters.ts';
import { PersonCard, usePeopleColumns } from './list-rows.tsx';
import { Reassign } from './reassign.tsx';

/** Everyone the firm knows: to find, filter, sort, move on, hand over and take along as CSV. */
export default function People() {
  const t = useWords('people');
  const go = useGo();
  const user = usePerson();
  const isPhone = useIsPhone();
  const state = useListState(usualSort.people);
  const { search, paging } = state;
  const filters = usePeopleFilters();
  const conditions = peopleConditions(search);
  const question = { filters: conditions, ...(search.q ? { searchTerm: search.q } : {}) };
  const body = { ...question, ...paging };
  const people = useRead('filterContacts', { body }, { keepsOld: true });
  useRemembered('people', people.data, body);
  const columns = usePeopleColumns();
  const canCreate = can('createContact', user);
  const canImport = can('importContacts', user) && !isPhone;
  const create = canCreate
    ? { label: t('list.new'), run: () => void go(pathTo('newPerson')) }
    : undefined;
  const importCsv = canImport && (
    <Button
      variant="default"
      leftSection={<IconUpload size={16} aria-hidden />}
      onClick={() => void go(pathTo('importPeople'))}
    >
      {t('list.import')}
    </Button>
  );
  const readFile: ReadFile = (look, keys) => {
    const only = keys ? [{ field: 'contactUuid', operator: 'IN', values: [...keys] }] : [];
    // Rows were selected on several pages, and maybe before a row ceased to fit the filters.
    const body = { ...(keys ? { filters: only } : question), ...look };
    return download('exportContacts', { body });
  };
  return (
    <ListPage
      name="people"
      record="contact"
      state={state}
      of={people}
      title={t('list.title')}
      lead={(total) => t('list.lead', total)}
      find={t('list.find')}
      filters={filters}
      views={{ list: 'CONTACTS', keys: filterKeys, conditions, searchOf }}
      create={create}
      acts={importCsv}
      readFile={readFile}
      bulk={(rows, keep) => <Reassign people={rows} keep={keep} />}
      empty={{
        icon: <IconUsers size={30} />,
        title: t('list.first'),
        text: t('list.firstText'),
        act: (
          <>
            {create && <Button onClick={create.run}>{create.label}</Button>}
            {importCsv}
          </>
        ),
      }}
      nothing={{ title: t('list.nothing'), text: t('list.nothingText') }}
      columns={columns}
      keyOf={(row) => row.contactUuid}
      nameOf={nameOf}
      hrefOf={({ contactUuid }) => pathTo('person', { contactUuid })}
      card={(row) => <PersonCard row={row} />}
    />
  );
}
