import { IconFileText, IconPencil } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { isOver, showWhen } from '../meeting-time.ts';
import { pathTo } from '../paths.ts';
import { RecordTimeline } from '../records/record-timeline.tsx';
import { useAddress, useGo } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { NotFound } from '../ui/faults.tsx';
import { useMinute } from '../ui/minute.ts';
import { Page } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { MoreActs } from './acts.tsx';
import { AfterMeeting } from './after-meeting.tsx';
import type { MeetingDetail } from './answer.tsx';
import { MeetingContent } from './content.tsx';
import classes from './meetings.module.css';
import { PersonalMark } from './personal.tsx';

/** One meeting: when and where, who comes, what is to be known, how its calendar stands. */
export default function MeetingPage() {
  const t = useWords('meetings');
  const { meetingUuid } = useAddress<'meeting'>();
  useMinute();
  const meeting = useRead(
    'getMeeting',
    { path: { meetingUuid } },
    // What is on its way to the calendar arrives within seconds.
    { every: (now) => (now?.externalSyncStatus === 'PENDING' ? 3_000 : 30_000) },
  );
  if (meeting.error?.status === 404) return <NotFound />;
  const { data } = meeting;
  const title = data ? (data.title ?? t('untitled')) : t('page.title');
  return (
    <Page
      title={title}
      crumbs={[{ label: t('list.title'), href: pathTo('meetings') }]}
      lead={data ? <Lead meeting={data} /> : ' '}
      acts={data && <Acts meeting={data} />}
    >
      <Read of={meeting} skeleton={<Lines count={8} height={32} />}>
        {(each) => (
          <MeetingContent meeting={each}>
            <RecordTimeline entityType="MEETING" entityUuid={each.meetingUuid} />
          </MeetingContent>
        )}
      </Read>
    </Page>
  );
}

function Lead({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const { days, hours, elsewhere } = showWhen(meeting);
  const isCanceled = meeting.status === 'CANCELED';
  return (
    <span className={classes.lead}>
      <span className="tabular">
        {[days, hours].filter(Boolean).join(', ')}
        {elsewhere && ` (${elsewhere})`}
      </span>
      {meeting.isPersonal && <PersonalMark />}
      {isCanceled && <Chip tone="bad">{t('status.CANCELED')}</Chip>}
      {!isCanceled && isOver(meeting) && <Chip isQuiet>{t('status.over')}</Chip>}
      {meeting.source !== 'INTERNAL' && (
        <Chip isQuiet tone="info">
          {t(`source.${meeting.source}`)}
        </Chip>
      )}
    </span>
  );
}

function Acts({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('meetings');
  const go = useGo();
  const path = { meetingUuid: meeting.meetingUuid };
  const { canEdit } = meeting;
  const edit = () => void go(pathTo('editMeeting', path));
  useKeys(canEdit ? [{ keys: 'e', label: t('acts.edit'), run: edit }] : []);
  return (
    <>
      <AfterMeeting meeting={meeting} />
      {canEdit && (
        <Button variant="default" leftSection={<IconPencil size={16} aria-hidden />} onClick={edit}>
          {t('acts.edit')}
        </Button>
      )}
      {meeting.status === 'ACTIVE' && !meeting.isPersonal && (
        <Button
          variant={isOver(meeting) ? 'default' : 'filled'}
          leftSection={<IconFileText size={16} aria-hidden />}
          onClick={() => void go(pathTo('brief', path))}
        >
          {t('acts.brief')}
        </Button>
      )}
      <MoreActs meeting={meeting} />
    </>
  );
}
