import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconDownload, IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { download } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { usePerson } from '../shell/person.tsx';
import { showNumber } from '../time.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import classes from './households.module.css';
import { conditionsOf, useHouseholdFilters } from './list-filters.ts';
import { HouseholdCard, type HouseholdRow, useHouseholdColumns } from './list-rows.tsx';

const size = 50;

/** The families and other groups that the firm looks after: who they are, their wealth, their meetings. */
export default function Households() {
  const t = useWords('households');
  const go = useGo();
  const user = usePerson();
  const [search, change] = useSearch();
  const filters = useHouseholdFilters();
  const sort = search.sort ?? 'name,asc';
  const conditions = conditionsOf(search);
  const body = {
    filters: conditions,
    page: Number(search.page ?? 1) - 1,
    size,
    sort: [sort],
  };
  const households = useRead('filterHouseholds', { body }, { keepsOld: true });
  const columns = useHouseholdColumns(households.data?.content ?? []);
  const canCreate = screens.newHousehold !== undefined && can('createHousehold', user);
  const create = () => void go(pathTo('newHousehold'));
  const type = useDebouncedCallback(
    (q: string) => change({ q: q || undefined, page: undefined }, { replace: true }),
    250,
  );
  const exportRows = async () =>
    saveFile(
      await download('exportHouseholds', { body: { filters: conditions } }),
      'households.csv',
    );
  useKeys(canCreate ? [{ keys: 'n', label: t('new'), run: create }] : []);
  const newHousehold = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
      {t('new')}
    </Button>
  );
  const isFiltered = conditions.length > 0;
  return (
    <Page
      title={t('title')}
      lead={
        households.data
          ? t('lead', {
              count: households.data.totalElements,
              shown: showNumber(households.data.totalElements),
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
            {t('csv')}
          </Button>
          {newHousehold}
        </>
      }
    >
      <div className={classes.tools}>
        <TextInput
          className={classes.find}
          type="search"
          aria-label={t('find')}
          placeholder={t('find')}
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={search.q ?? ''}
          onChange={(event) => type(event.currentTarget.value)}
        />
        <Filters filters={filters} />
      </div>
      <Read of={households} skeleton={<Lines count={12} height={28} />}>
        {(page) =>
          page.totalElements === 0 ? (
            <Empty
              icon={<IconUsersGroup size={30} />}
              title={isFiltered ? t('nothing') : t('first')}
              text={isFiltered ? t('nothingText') : t('firstText')}
              act={isFiltered ? undefined : newHousehold}
            />
          ) : (
            <>
              <DataTable
                caption={t('title')}
                columns={columns}
                rows={page.content}
                keyOf={(row) => row.householdUuid}
                nameOf={(row) => row.name}
                {...(screens.household
                  ? {
                      hrefOf: ({ householdUuid }: HouseholdRow) =>
                        pathTo('household', { householdUuid }),
                    }
                  : {})}
                card={(row) => <HouseholdCard row={row} />}
                sort={sort}
                onSort={(next) => change({ sort: next, page: undefined })}
              />
              <Pager
                page={page}
                go={(number) => change({ page: number === 0 ? undefined : String(number + 1) })}
              />
            </>
          )
        }
      </Read>
    </Page>
  );
}
