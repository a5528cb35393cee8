import { NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, type ApiError, download } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { locale, showAgo, showNumber } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { saveFile } from '../ui/save-file.ts';
import { ErrorCard, isApiError, Lines, Read } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { showBytes } from './bytes.ts';
import { FirmName } from './firm-name.tsx';
import classes from './platform.module.css';

type Row = AnswerOf<'getPlatformUsage'>[number];
const numbers = ['staff', 'contacts', 'mails', 'events'] as const;
const monthsBack = 24;
const pageSize = 50;

/** What each firm had and did in a month, which the operator charges for. */
export default function Usage() {
  const t = useWords('platform');
  const [search, change] = useSearch<'usage'>();
  const months = lastMonths();
  const month = months.find((each) => each === search.month) ?? months[0] ?? '';
  const query = { month };
  const usage = useRead('getPlatformUsage', { query }, { keepsOld: true });
  const rows = usage.data ?? [];
  const last = Math.max(0, Math.ceil(rows.length / pageSize) - 1);
  const number = Math.min(last, Math.max(0, (Number.parseInt(search.page ?? '', 10) || 1) - 1));
  const shown = rows.slice(number * pageSize, (number + 1) * pageSize);
  const names = useNames(shown);
  const [fault, setFault] = useState<ApiError>();
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setFault(undefined);
    setRunning(true);
    try {
      const headers = { accept: 'text/csv' };
      saveFile(await download('getPlatformUsage', { query, headers }), `usage-${month}.csv`);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFault(error);
    } finally {
      setRunning(false);
    }
  };
  const nameOf = ({ tenantUuid }: Row) => names.get(tenantUuid) ?? t('usage.gone');
  const columns: Column<Row>[] = [
    { key: 'name', label: t('fields.name'), cell: (row) => <FirmName name={nameOf(row)} /> },
    ...numbers.map(
      (name): Column<Row> => ({
        key: name,
        label: t(`usage.${name}`),
        isNumber: true,
        cell: (row) => showNumber(row[name]),
      }),
    ),
    {
      key: 'storageBytes',
      label: t('usage.storageBytes'),
      isNumber: true,
      cell: (row) => showBytes(row.storageBytes),
    },
    {
      key: 'lastUsedAt',
      label: t('usage.lastUsedAt'),
      isNumber: true,
      cell: (row) => showAgo(row.lastUsedAt) || '–',
    },
  ];
  return (
    <Page
      title={t('usage.title')}
      lead={t('usage.lead')}
      acts={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isRunning}
          onClick={() => void save()}
        >
          {t('usage.csv')}
        </Button>
      }
    >
      {fault && <ErrorCard error={fault} />}
      <NativeSelect
        label={t('usage.month')}
        className={classes.month}
        value={month}
        data={months.map((value) => ({ value, label: showMonth(value) }))}
        onChange={(event) => change({ month: event.currentTarget.value, page: undefined })}
      />
      <Read of={usage} skeleton={<Lines count={8} height={28} />}>
        {() =>
          rows.length === 0 ? (
            <p className={classes.muted}>{t('usage.none')}</p>
          ) : (
            <>
              <DataTable
                caption={t('usage.title')}
                columns={columns}
                rows={shown}
                keyOf={(row) => row.tenantUuid}
                nameOf={nameOf}
                hrefOf={({ tenantUuid }) => pathTo('tenant', { tenantUuid })}
                card={(row) => (
                  <span className={classes.card}>
                    <strong>{nameOf(row)}</strong>
                    <span className={classes.muted}>
                      {numbers
                        .map((name) => `${t(`usage.${name}`)} ${showNumber(row[name])}`)
                        .join(' · ')}
                    </span>
                  </span>
                )}
              />
              <Pager
                page={{
                  number,
                  size: pageSize,
                  totalElements: rows.length,
                  numberOfElements: shown.length,
                  first: number === 0,
                  last: number === last,
                }}
                go={(next) => change({ page: next === 0 ? undefined : String(next + 1) })}
              />
            </>
          )
        }
      </Read>
    </Page>
  );
}

/** Returns the names of the firms of some rows. */
function useNames(rows: readonly Row[]): ReadonlyMap<string, string> {
  const values = rows.map(({ tenantUuid }) => tenantUuid);
  const filters = [{ field: 'tenantUuid', operator: 'IN' as const, values }];
  const body = { filters, size: pageSize, includeDeleted: true };
  const firms = useRead('filterTenants', { body }, { enabled: rows.length > 0, keepsOld: true });
  return new Map(firms.data?.content.map(({ tenantUuid, name }) => [tenantUuid, name]));
}

function lastMonths(): string[] {
  const now = Temporal.Now.plainDateISO('UTC').toPlainYearMonth();
  return Array.from({ length: monthsBack }, (_, months) => now.subtract({ months }).toString());
}

const showMonth = (month: string) =>
  Temporal.PlainDate.from(`${month}-01`).toLocaleString(locale(), {
    month: 'long',
    year: 'numeric',
  });
