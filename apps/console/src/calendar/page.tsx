import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconCalendarPlus, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { today } from '../time.ts';
import { useGo, useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { useMinute } from '../ui/minute.ts';
import { Page } from '../ui/page.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { Lines, Read } from '../ui/states.tsx';
import { Agenda } from './agenda.tsx';
import classes from './calendar.module.css';
import { Colleagues, useColleagues } from './colleagues.tsx';
import { ConnectBar } from './connect-bar.tsx';
import { MeetingDrawer } from './drawer.tsx';
import { MonthGrid } from './month-grid.tsx';
import { stepOf, titleOf, type View, views } from './range.ts';
import { openingOf, shownPeriod } from './shown-period.ts';
import { WeekGrid } from './week-grid.tsx';

/** The keys of the views. */
const letters: Record<View, string> = { day: 'd', week: 'w', month: 'm', agenda: 'a' };

/** One's own calendar: to see, to make and to move meetings, beside the busy times of colleagues. */
export default function Calendar() {
  const t = useWords('calendar');
  const go = useGo();
  const user = usePerson();
  useMinute();
  const isPhone = useIsPhone();
  const [search, change] = useSearch<'calendar'>();
  const { view, date, days, first, last, query } = shownPeriod(search, isPhone);
  // Busy times of colleagues are drawn beside hours.
  const isGrid = view === 'week' || view === 'day';
  const meetings = useRead('listMeetings', { query }, { keepsOld: true });
  const colleagues = useColleagues(first, last);
  const stated = (day: Temporal.PlainDate, of: View) =>
    day.equals(openingOf(of)) ? undefined : day.toString();
  const lead = (day: Temporal.PlainDate) => change({ date: stated(day, view) });
  const show = (next: View, day = date) =>
    change({ view: next === 'week' ? undefined : next, date: stated(day, next) });
  const create = () => void go(pathTo('newMeeting', { date: search.date }));
  const open = (meetingUuid: string | undefined) => change({ meeting: meetingUuid });
  useKeys([
    { keys: 't', label: t('today'), run: () => lead(today()) },
    { keys: 'ArrowLeft', label: t('before'), run: () => lead(stepOf(view, date, -1)) },
    { keys: 'ArrowRight', label: t('after'), run: () => lead(stepOf(view, date, 1)) },
    { keys: 'n', label: t('new'), run: create },
    ...views.map((each) => ({
      keys: letters[each],
      label: t(`views.${each}`),
      run: () => show(each),
    })),
  ]);
  if (!user) return null;
  return (
    <Page
      title={t('title')}
      lead={<span className={classes.period}>{titleOf(view, date)}</span>}
      acts={
        <Button leftSection={<IconCalendarPlus size={16} aria-hidden />} onClick={create}>
          {t('new')}
        </Button>
      }
    >
      <ConnectBar />
      <div className={classes.tools}>
        <Button variant="default" onClick={() => lead(today())}>
          {t('today')}
        </Button>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('before')}
          onClick={() => lead(stepOf(view, date, -1))}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t('after')}
          onClick={() => lead(stepOf(view, date, 1))}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <SegmentedControl
          aria-label={t('view')}
          data={views
            .filter((each) => !isPhone || each !== 'week')
            .map((value) => ({ value, label: t(`views.${value}`) }))}
          value={view}
          onChange={(value) => show(value as View)}
        />
        {isGrid && <Colleagues colleagues={colleagues} />}
      </div>
      <Read of={meetings} skeleton={<Lines count={10} height={44} />}>
        {({ meetings: own }) =>
          view === 'agenda' ? (
            <Agenda days={days} meetings={own} open={open} create={create} />
          ) : view === 'month' ? (
            <MonthGrid
              days={days}
              month={date.month}
              meetings={own}
              isOld={meetings.isPlaceholderData}
              open={open}
              showDay={(day) => show('day', day)}
            />
          ) : (
            <WeekGrid
              days={days}
              meetings={own}
              colleagues={colleagues}
              open={open}
              showDay={(day) => show('day', day)}
            />
          )
        }
      </Read>
      <MeetingDrawer meetingUuid={search.meeting} close={() => open(undefined)} />
    </Page>
  );
}
