import { SegmentedControl, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import {
  IconCalendarPlus,
  IconCalendarTime,
  IconDownload,
  IconRefresh,
  IconSearch,
} from '@tabler/icons-react';
import { useState } from 'react';
import { type AnswerOf, call, download } from '../api.ts';
import { queryClient, useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { showNumber } from '../time.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Filters } from '../ui/filters.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { saveFile } from '../ui/save-file.ts';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { DataTable } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { conditionsOf, sortOf, tabOf, tabs, useMeetingFilters } from './list-filters.ts';
import { MeetingCard, useMeetingColumns } from './list-rows.tsx';
import classes from './meetings.module.css';

export type MeetingRow = AnswerOf<'filterMeetings'>['content'][number];
const size = 50;

/** Every meeting one may see: to come, past, or with a problem; to find, filter and take along as CSV. */
export default function Meetings() {
  const t = useWords('meetings');
  const go = useGo();
  const [search, change] = useSearch();
  const tab = tabOf(search);
  const filters = useMeetingFilters(tab);
  const columns = useMeetingColumns();
  const conditions = conditionsOf(search);
  const sort = search.sort ?? sortOf(tab);
  const body = { filters: conditions, page: Number(search.page ?? 1) - 1, size, sort: [sort] };
  const meetings = useRead('filterMeetings', { body }, { keepsOld: true });
  const problems = useRead('filterMeetings', {
    body: { filters: conditionsOf({ tab: 'problems' }), size: 1 },
  });
  const count = problems.data?.totalElements ?? 0;
  const isNarrowed = Boolean(search.q) || filters.some(({ key }) => search[key]);
  const canCreate = screens.newMeeting !== undefined;
  const create = () => void go(pathTo('newMeeting'));
  useKeys(canCreate ? [{ keys: 'n', label: t('list.new'), run: create }] : []);
  const type = useDebouncedCallback(
    (q: string) => change({ q: q || undefined, page: undefined }, { replace: true }),
    250,
  );
  const exportRows = async () =>
    saveFile(await download('exportMeetings', { body: { filters: conditions } }), 'meetings.csv');
  const newMeeting = canCreate && (
    <Button leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={create}>
      {t('list.new')}
    </Button>
  );
  return (
    <Page
      title={t('list.title')}
      lead={
        meetings.data
          ? t('list.lead', {
              count: meetings.data.totalElements,
              shown: showNumber(meetings.data.totalElements),
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
          {newMeeting}
        </>
      }
    >
      <div className={classes.tools}>
        <SegmentedControl
          className={classes.tabs ?? ''}
          aria-label={t('list.tabs')}
          data={tabs.map((value) => ({
            value,
            label:
              value === 'problems' && count > 0
                ? t('tabs.problemsCount', { count })
                : t(`tabs.${value}`),
          }))}
          value={tab}
          onChange={(value) =>
            change({
              tab: value === 'upcoming' ? undefined : value,
              page: undefined,
              sort: undefined,
            })
          }
        />
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
      <Read of={meetings} skeleton={<Lines count={12} height={28} />}>
        {(page) =>
          page.totalElements === 0 ? (
            <Empty
              icon={<IconCalendarTime size={30} />}
              title={isNarrowed ? t('list.nothing') : t(`empty.${tab}`)}
              text={isNarrowed ? t('list.nothingText') : t(`empty.${tab}Text`)}
              act={isNarrowed || tab === 'problems' ? undefined : newMeeting}
            />
          ) : (
            <>
              {tab === 'problems' && <RetryAll rows={page.content} />}
              <DataTable
                caption={t('list.title')}
                columns={columns}
                rows={page.content}
                keyOf={(row) => row.meetingUuid}
                nameOf={(row) => row.title ?? t('untitled')}
                hrefOf={(row) => pathTo('meeting', { meetingUuid: row.meetingUuid })}
                card={(row) => <MeetingCard row={row} />}
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

/** Tries every failed sync of the page once more, and says what came of it. */
function RetryAll({ rows }: { rows: readonly MeetingRow[] }) {
  const t = useWords('meetings');
  const [done, setDone] = useState<number | undefined>();
  const run = async () => {
    let mended = 0;
    for (const [index, { meetingUuid }] of rows.entries()) {
      setDone(index);
      const after = await call('syncMeeting', { path: { meetingUuid } }).catch(() => undefined);
      if (after && after.externalSyncStatus !== 'FAILED') mended += 1;
    }
    setDone(undefined);
    await queryClient.invalidateQueries();
    const left = rows.length - mended;
    toast({ message: t('retryAll.done', { count: mended, left }), isBad: left > 0 });
  };
  const isRunning = done !== undefined;
  return (
    <div className={classes.retryAll}>
      <p className={classes.muted}>{t('retryAll.means')}</p>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconRefresh size={14} aria-hidden />}
        disabled={isRunning}
        onClick={() => void run()}
      >
        {isRunning
          ? t('retryAll.running', { done: done + 1, total: rows.length })
          : t('retryAll.act', { count: rows.length })}
      </Button>
    </div>
  );
}
