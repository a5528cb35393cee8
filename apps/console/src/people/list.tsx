import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconPlus, IconSearch, IconUsers } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { type AnswerOf, download } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { usePerson } from '../shell/person.tsx';
import { useStaffNames } from '../staff-names.ts';
import { showNumber } from '../time.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { saveFile } from '../ui/save-file.ts';
import { SelectionBar } from '../ui/selection-bar.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import { conditionsOf, usePeopleFilters } from './list-filters.ts';
import { PersonCard, usePeopleColumns } from './list-rows.tsx';
import { rememberList } from './neighbours.ts';
import classes from './people.module.css';
import { nameOf } from './person-name.ts';

export type PersonRow = AnswerOf<'filterContacts'>['content'][number];
const size = 50;

/** Everyone the firm knows: to find, filter, sort, move on and take along as CSV. */
export default function People() {
  const t = useWords('people');
  const go = useGo();
  const user = usePerson();
  const [search, change] = useSearch();
  const filters = usePeopleFilters();
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const sort = search.sort ?? 'updatedAt,desc';
  const conditions = conditionsOf(search);
  const question = { filters: conditions, ...(search.q ? { searchTerm: search.q } : {}) };
  const body = { ...question, page: Number(search.page ?? 1) - 1, size, sort: [sort] };
  const people = useRead('filterContacts', { body }, { keepsOld: true });
  const managerName = useStaffNames(people.data?.content.map((row) => row.contactManagerId) ?? []);
  useEffect(() => {
    const page = people.data;
    if (page)
      rememberList(
        page.content.map((row) => row.contactUuid),
        page.number * size,
        page.totalElements,
      );
  }, [people.data]);
  const columns = usePeopleColumns(managerName);
  const canCreate = screens.newPerson !== undefined && can('createContact', user);
  const isFiltered = conditions.length > 0 || Boolean(search.q);
  const type = useDebouncedCallback(
    (q: string) => change({ q: q || undefined, page: undefined }, { replace: true }),
    250,
  );
  const exportRows = async (chosen?: Set<string>) => {
    const only = chosen ? [{ field: 'contactUuid', operator: 'IN', values: [...chosen] }] : [];
    const file = await download('exportContacts', {
      body: { ...question, filters: [...conditions, ...only] },
    });
    saveFile(file, 'contacts.csv');
  };
  useKeys(
    canCreate ? [{ keys: 'n', label: t('list.new'), run: () => void go(pathTo('newPerson')) }] : [],
  );
  const newPerson = canCreate && (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => void go(pathTo('newPerson'))}
    >
      {t('list.new')}
    </Button>
  );
  return (
    <Page
      title={t('list.title')}
      lead={
        people.data
          ? t('list.lead', {
              count: people.data.totalElements,
              shown: showNumber(people.data.totalElements),
            })
          : ' '
      }
      acts={
        <>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => void exportRows()}
          >
            {t('list.csv')}
          </Button>
          {newPerson}
        </>
      }
    >
      <div className={classes.tools}>
        <TextInput
          className={classes.find}
          type="search"
          aria-label={t('list.find')}
          placeholder={t('list.find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={search.q ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Filters filters={filters} />
      </div>
      <Read of={people} skeleton={<Lines count={12} height={28} />}>
        {(page) =>
          page.totalElements === 0 ? (
            <Empty
              icon={<IconUsers size={30} />}
              title={isFiltered ? t('list.nothing') : t('list.first')}
              text={isFiltered ? t('list.nothingText') : t('list.firstText')}
              act={isFiltered ? undefined : newPerson}
            />
          ) : (
            <>
              <DataTable
                caption={t('list.title')}
                columns={columns}
                rows={page.content}
                keyOf={(row) => row.contactUuid}
                nameOf={nameOf}
                {...(screens.person
                  ? {
                      hrefOf: (row: PersonRow) =>
                        pathTo('person', { contactUuid: row.contactUuid }),
                    }
                  : {})}
                card={(row) => <PersonCard row={row} />}
                sort={sort}
                onSort={(next) => change({ sort: next, page: undefined })}
                selected={selected}
                onSelect={setSelected}
              />
              <Pager
                page={page}
                go={(number) => change({ page: number === 0 ? undefined : String(number + 1) })}
              />
            </>
          )
        }
      </Read>
      <SelectionBar count={selected.size} clear={() => setSelected(new Set())}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => void exportRows(selected)}
        >
          {t('list.csv')}
        </Button>
      </SelectionBar>
    </Page>
  );
}
