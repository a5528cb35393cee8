import { SegmentedControl } from '@mantine/core';
import { IconCalendarPlus, IconCalendarTime } from '@tabler/icons-react';
import { download } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { ListPage } from '../records/list-page.tsx';
import { useListState } from '../records/list-state.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { conditionsOf, filterKeys, searchOf, sortOf, tabOf, tabs } from './list-conditions.ts';
import { useMeetingFilters } from './list-filters.ts';
import { MeetingCard, useMeetingColumns } from './list-rows.tsx';
import classes from './meetings.module.css';

const RetryAll = lazyPart(() => import('./retry-all.tsx'));

/** Every meeting one may see: to come, past, or with a problem; to find, filter and take along as CSV. */
export default function Meetings() {
  const t = useWords('meetings');
  const go = useGo();
  const [address] = useSearch<'meetings'>();
  const tab = tabOf(address);
  const state = useListState(sortOf(tab));
  const { search, change, paging } = state;
  const filters = useMeetingFilters(tab);
  const columns = useMeetingColumns();
  const conditions = conditionsOf(search);
  const body = { filters: conditions, ...paging };
  const meetings = useRead('filterMeetings', { body }, { keepsOld: true });
  const { data: connection } = useRead('getCalendarConnection', {}, { staleTime: 60_000 });
  const count = connection?.failedMeetings ?? 0;
  const create = {
    label: t('list.new'),
    icon: <IconCalendarPlus size={16} aria-hidden />,
    run: () => void go(pathTo('newMeeting')),
  };
  const labelOf = (value: (typeof tabs)[number]) =>
    value === 'problems' && count > 0 ? t('tabs.problemsCount', { count }) : t(`tabs.${value}`);
  return (
    <ListPage
      name="meetings"
      record="meeting"
      state={state}
      of={meetings}
      title={t('list.title')}
      lead={(total) => t('list.lead', total)}
      find={t('list.find')}
      filters={filters}
      views={{ list: 'MEETINGS', keys: filterKeys, conditions, searchOf }}
      tabs={
        <SegmentedControl
          className={classes.tabs ?? ''}
          aria-label={t('list.tabs')}
          data={tabs.map((value) => ({ value, label: labelOf(value) }))}
          value={tab}
          onChange={(value) =>
            change({
              tab: value === 'upcoming' ? undefined : value,
              page: undefined,
              sort: undefined,
            })
          }
        />
      }
      create={create}
      readFile={(look) => download('exportMeetings', { body: { filters: conditions, ...look } })}
      empty={{
        icon: <IconCalendarTime size={30} />,
        title: t(`empty.${tab}`),
        text: t(`empty.${tab}Text`),
        act: create && tab !== 'problems' && (
          <Button leftSection={create.icon} onClick={create.run}>
            {create.label}
          </Button>
        ),
      }}
      nothing={{ title: t('list.nothing'), text: t('list.nothingText') }}
      columns={columns}
      keyOf={(row) => row.meetingUuid}
      nameOf={(row) => row.title ?? t('untitled')}
      hrefOf={({ meetingUuid }) => pathTo('meeting', { meetingUuid })}
      card={(row) => <MeetingCard row={row} />}
      above={(rows) => tab === 'problems' && <RetryAll rows={rows} />}
    />
  );
}
