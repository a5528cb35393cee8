import { Select } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, type ApiError, download } from '../api.ts';
import { useRead } from '../data.ts';
import { accessKinds } from '../enumerations.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showAgo, showDate, showNumber } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Page } from '../ui/page.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty, ErrorCard, isApiError, Lines, Read } from '../ui/states.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import classes from './firm.module.css';

type Row = AnswerOf<'reviewAccess'>[number];

/** So many rows are shown at once; the file has all. */
const most = 200;

/** Lists who and what reaches the firm's data: people, keys, tokens and webhooks, with their last use. */
export default function AccessReview() {
  const t = useWords('sso');
  const firm = useWords('firm');
  const common = useWords('common');
  const [search, change] = useSearch<'accessReview'>();
  const review = useRead('reviewAccess', {});
  const [fault, setFault] = useState<ApiError>();
  const [isRunning, setRunning] = useState(false);
  const save = async () => {
    setFault(undefined);
    setRunning(true);
    try {
      const file = await download('reviewAccess', { headers: { accept: 'text/csv' } });
      saveFile(file, 'access-review.csv');
    } catch (error) {
      if (!isApiError(error)) throw error;
      setFault(error);
    } finally {
      setRunning(false);
    }
  };
  const columns: Column<Row>[] = [
    {
      key: 'name',
      label: t('review.name'),
      cell: (row) => (
        <span className={classes.named}>
          {row.name}
          {!row.isActive && <Chip isQuiet>{t('review.inactive')}</Chip>}
        </span>
      ),
    },
    { key: 'kind', label: t('review.kind'), cell: (row) => t(`review.kinds.${row.kind}`) },
    {
      key: 'reach',
      label: t('review.reach'),
      cell: (row) => <Reach row={row} />,
    },
    {
      key: 'factors',
      label: t('review.factors'),
      cell: (row) =>
        row.kind !== 'STAFF' && row.kind !== 'CLIENT' ? (
          ''
        ) : row.factors.length > 0 ? (
          <Chip tone="good">
            {row.factors.map((each) => t(`review.factor.${each}`)).join(', ')}
          </Chip>
        ) : (
          <Chip tone="warn">{t('review.noFactor')}</Chip>
        ),
    },
    {
      key: 'used',
      label: t('review.used'),
      isNumber: true,
      cell: (row) => (row.lastUsedAt ? showAgo(row.lastUsedAt) : t('review.never')),
    },
    {
      key: 'expires',
      label: t('review.expires'),
      isNumber: true,
      cell: (row) => (row.expiresAt ? showDate(row.expiresAt) : ''),
    },
  ];
  return (
    <Page
      title={t('review.title')}
      lead={t('review.lead')}
      crumbs={[{ label: firm('security.title'), href: pathTo('security') }]}
      acts={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={isRunning}
          onClick={() => void save()}
        >
          {t('review.csv')}
        </Button>
      }
    >
      {fault && <ErrorCard error={fault} />}
      <div className={classes.tools}>
        <Select
          aria-label={t('review.kind')}
          placeholder={t('review.all')}
          data={accessKinds.map((value) => ({ value, label: t(`review.kinds.${value}`) }))}
          clearable
          clearButtonProps={{ 'aria-label': common('filters.clear') }}
          value={search.kind ?? null}
          onChange={(kind) => change({ kind: kind ?? undefined })}
        />
      </div>
      <Read of={review} skeleton={<Lines count={12} height={28} />}>
        {(all) => {
          const rows = all.filter(({ kind }) => !search.kind || kind === search.kind);
          if (rows.length === 0) return <Empty title={t('review.nothing')} />;
          return (
            <>
              <DataTable
                caption={t('review.title')}
                columns={columns}
                rows={rows.slice(0, most)}
                keyOf={({ kind, uuid }) => `${kind} ${uuid}`}
                nameOf={({ name }) => name}
                card={(row) => (
                  <span className={classes.card}>
                    <strong>{row.name}</strong>
                    <span className={classes.muted}>
                      {[
                        t(`review.kinds.${row.kind}`),
                        row.lastUsedAt ? showAgo(row.lastUsedAt) : t('review.never'),
                      ].join(' · ')}
                    </span>
                  </span>
                )}
              />
              {rows.length > most && (
                <p className={classes.muted}>
                  {t('review.more', { shown: showNumber(most), total: showNumber(rows.length) })}
                </p>
              )}
            </>
          );
        }}
      </Read>
    </Page>
  );
}

function Reach({ row: { roles, scopes } }: { row: Row }) {
  const t = useWords('sso');
  const common = useWords('common');
  const parts = [
    ...roles.map((each) => common(`roles.${each}`)),
    ...(scopes.length > 0 ? [t('review.scopes', { count: scopes.length })] : []),
  ];
  return <span title={scopes.join(', ')}>{parts.join(' · ')}</span>;
}
