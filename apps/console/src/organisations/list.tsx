import { IconBuilding } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { countryName } from '../countries.ts';
import { useRead } from '../data.ts';
import { currentLanguage, useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { ListPage } from '../records/list-page.tsx';
import { useListState } from '../records/list-state.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import type { Column } from '../ui/table.tsx';
import { OrganisationSheet } from './organisation-sheet.tsx';
import classes from './organisations.module.css';

type Row = AnswerOf<'listOrganisations'>['content'][number];

/** Companies, trusts and foundations that belong to families; one opens at the side. */
export default function Organisations() {
  const t = useWords('organisations');
  const user = usePerson();
  const country = (code: string | null) => (code ? countryName(code, currentLanguage()) : '');
  const state = useListState('name,asc');
  const { search, change, paging } = state;
  const query = { ...paging, ...(search.q ? { searchTerm: search.q } : {}) };
  const organisations = useRead('listOrganisations', { query }, { keepsOld: true });
  const create = can('createOrganisation', user)
    ? { label: t('new'), run: () => change({ open: 'new' }) }
    : undefined;
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
  return (
    <>
      <ListPage
        name="organisations"
        state={state}
        of={organisations}
        title={t('title')}
        lead={(total) => t('lead', total)}
        find={t('find')}
        create={create}
        empty={{
          icon: <IconBuilding size={30} />,
          title: t('first'),
          text: t('firstText'),
          act: create && <Button onClick={create.run}>{create.label}</Button>,
        }}
        nothing={{ title: t('nothing'), text: t('nothingText') }}
        columns={columns}
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
      />
      {search.open && (
        <OrganisationSheet
          key={search.open}
          organisationUuid={search.open === 'new' ? undefined : search.open}
          close={() => change({ open: undefined })}
        />
      )}
    </>
  );
}
