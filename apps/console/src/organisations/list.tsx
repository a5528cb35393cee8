import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconBuilding, IconPlus, IconSearch } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { countryName } from '../countries.ts';
import { useRead } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../shell/person.tsx';
import { showAgo, showNumber } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { OrganisationSheet } from './organisation-sheet.tsx';
import classes from './organisations.module.css';

type Row = AnswerOf<'listOrganisations'>['content'][number];
const size = 50;

/** Companies, trusts and foundations that belong to families; one opens at the side. */
export default function Organisations() {
  const t = useWords('organisations');
  const user = usePerson();
  const country = (code: string | null) => (code ? countryName(code, currentLanguage()) : '');
  const [search, change] = useSearch();
  const sort = search.sort ?? 'name,asc';
  const query = {
    size,
    page: Number(search.page ?? 1) - 1,
    sort: [sort],
    ...(search.q ? { searchTerm: search.q } : {}),
  };
  const organisations = useRead('listOrganisations', { query }, { keepsOld: true });
  const canCreate = can('createOrganisation', user);
  const create = () => change({ open: 'new' });
  const type = useDebouncedCallback(
    (q: string) => change({ q: q || undefined, page: undefined }, { replace: true }),
    250,
  );
  useKeys(canCreate ? [{ keys: 'n', label: t('new'), run: create }] : []);
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('fields.name'),
      sort: 'name',
      cell: (row) => (
        <span className={classes.name}>
          <IconBuilding size={18} aria-hidden />
          {row.name}
          {!row.isActive && <Chip isQuiet>{t('inactive')}</Chip>}
        </span>
      ),
    },
    {
      key: 'legalName',
      label: t('fields.legalName'),
      sort: 'legalName',
      cell: (row) => <span className={classes.muted}>{row.legalName ?? ''}</span>,
    },
    { key: 'taxId', label: t('fields.taxId'), sort: 'taxId', cell: (row) => row.taxId ?? '' },
    {
      key: 'country',
      label: t('fields.country'),
      sort: 'country',
      cell: (row) => country(row.country),
    },
    {
      key: 'updated',
      label: t('updated'),
      sort: 'updatedAt',
      isNumber: true,
      cell: (row) => <span className={classes.muted}>{showAgo(row.updatedAt)}</span>,
    },
  ];
  const newOne = canCreate && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={create}>
      {t('new')}
    </Button>
  );
  return (
    <Page
      title={t('title')}
      lead={
        organisations.data
          ? t('lead', {
              count: organisations.data.totalElements,
              shown: showNumber(organisations.data.totalElements),
            })
          : ' '
      }
      acts={newOne}
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
      </div>
      <Read of={organisations} skeleton={<Lines count={12} height={28} />}>
        {(page) =>
          page.totalElements === 0 ? (
            <Empty
              icon={<IconBuilding size={30} />}
              title={search.q ? t('nothing') : t('first')}
              text={search.q ? t('nothingText') : t('firstText')}
              act={search.q ? undefined : newOne}
            />
          ) : (
            <>
              <DataTable
                caption={t('title')}
                columns={columns}
                rows={page.content}
                keyOf={(row) => row.organisationUuid}
                nameOf={(row) => row.name}
                hrefOf={(row) => pathTo('organisations', { ...search, open: row.organisationUuid })}
                card={(row) => (
                  <span className={classes.card}>
                    <strong>{row.name}</strong>
                    <span className={classes.muted}>
                      {[row.taxId, country(row.country)].filter(Boolean).join(' · ')}
                    </span>
                  </span>
                )}
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
      {search.open && (
        <OrganisationSheet
          key={search.open}
          organisationUuid={search.open === 'new' ? undefined : search.open}
          close={() => change({ open: undefined })}
        />
      )}
    </Page>
  );
}
