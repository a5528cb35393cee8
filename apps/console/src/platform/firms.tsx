import { IconBuildingSkyscraper } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { ListPage } from '../records/list-page.tsx';
import { type Condition, useListState } from '../records/list-state.ts';
import { showAgo, showNumber } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { Column } from '../ui/table.tsx';
import { FirmForm } from './firm-form.tsx';
import { FirmName, useFirmName } from './firm-name.tsx';
import { FirmState } from './firm-state.tsx';
import classes from './platform.module.css';

type Row = AnswerOf<'filterTenants'>['content'][number];
type Usage = AnswerOf<'getPlatformUsage'>[number];

const conditions: Readonly<Record<string, Condition>> = {
  ACTIVE: { field: 'isActive', operator: 'EQUALS', value: true },
  OFF: { field: 'isActive', operator: 'EQUALS', value: false },
  DELETED: { field: 'deletedAt', operator: 'IS_NOT_NULL' },
};

/** The firms of the platform with their state, size and last use. */
export default function Firms() {
  const t = useWords('platform');
  const go = useGo();
  const nameOf = useFirmName();
  const state = useListState('name,asc');
  const { search, change, paging } = state;
  const close = () => change({ open: undefined });
  const condition = conditions[search.state ?? ''];
  const filters = [
    ...(condition ? [condition] : []),
    ...(search.q ? [{ field: 'name', operator: 'CONTAINS', value: search.q }] : []),
  ];
  const includeDeleted = search.state === 'DELETED';
  const body = { ...paging, filters, ...(includeDeleted && { includeDeleted }) };
  const firms = useRead('filterTenants', { body }, { keepsOld: true });
  const usage = useRead('getPlatformUsage', {}, { staleTime: 300_000 });
  const usageOf = ({ tenantUuid }: Row) =>
    usage.data?.find((each) => each.tenantUuid === tenantUuid);
  const number = (row: Row, of: (usage: Usage) => number) => {
    const known = usageOf(row);
    return known ? showNumber(of(known)) : '–';
  };
  const create = { label: t('firms.new'), run: () => change({ open: 'new' }) };
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('fields.name'),
      sort: 'name',
      cell: (row) => <FirmName name={nameOf(row)} />,
    },
    { key: 'code', label: t('fields.code'), sort: 'code', cell: (row) => row.code },
    { key: 'state', label: t('fields.state'), cell: (row) => <FirmState firm={row} /> },
    {
      key: 'staff',
      label: t('usage.staff'),
      isNumber: true,
      cell: (row) => number(row, ({ staff }) => staff),
    },
    {
      key: 'contacts',
      label: t('usage.contacts'),
      isNumber: true,
      cell: (row) => number(row, ({ contacts }) => contacts),
    },
    {
      key: 'used',
      label: t('usage.lastUsedAt'),
      isNumber: true,
      cell: (row) => showAgo(usageOf(row)?.lastUsedAt) || '–',
    },
  ];
  return (
    <>
      <ListPage
        name="firms"
        state={state}
        of={firms}
        title={t('firms.title')}
        lead={(total) => t('firms.lead', total)}
        find={t('firms.find')}
        create={create}
        filters={[
          {
            key: 'state',
            label: t('fields.state'),
            options: Object.keys(conditions).map((value) => ({
              value,
              label: t(`states.${value}`),
            })),
          },
        ]}
        empty={{
          icon: <IconBuildingSkyscraper size={30} />,
          title: t('firms.first'),
          text: t('firms.firstText'),
          act: <Button onClick={create.run}>{create.label}</Button>,
        }}
        nothing={{ title: t('firms.nothing'), text: t('firms.nothingText') }}
        columns={columns}
        keyOf={(row) => row.tenantUuid}
        nameOf={nameOf}
        hrefOf={({ tenantUuid }) => pathTo('tenant', { tenantUuid })}
        card={(row) => (
          <span className={classes.card}>
            <strong>{nameOf(row)}</strong>
            <span className={classes.chips}>
              <FirmState firm={row} />
              <span className={classes.muted}>{row.code}</span>
            </span>
            <span className={classes.muted}>
              {t('firms.size', {
                staff: number(row, ({ staff }) => staff),
                contacts: number(row, ({ contacts }) => contacts),
                used: showAgo(usageOf(row)?.lastUsedAt) || '–',
              })}
            </span>
          </span>
        )}
      />
      {search.open === 'new' && (
        <Dialog title={t('firms.new')} isOpen close={close}>
          <p className={classes.muted}>{t('firms.newText')}</p>
          <FirmForm
            close={close}
            saved={({ tenantUuid }) => void go(pathTo('tenant', { tenantUuid }))}
          />
        </Dialog>
      )}
    </>
  );
}
