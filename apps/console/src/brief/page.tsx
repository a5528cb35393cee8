import { IconPrinter } from '@tabler/icons-react';
import { useRef } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showWhen } from '../meeting-time.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { InternalNotes, WhenAndWhere } from '../meetings/content.tsx';
import { pathTo } from '../paths.ts';
import { Letterhead } from '../records/letterhead.tsx';
import { usePaper } from '../records/use-paper.ts';
import { useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { NotFound } from '../ui/faults.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';
import { Changes } from './changes.tsx';
import { Family } from './family.tsx';
import { LastConversation } from './last-conversation.tsx';
import { Missing } from './missing.tsx';
import { NextSteps } from './next-steps.tsx';
import { Notes } from './notes.tsx';
import { Tasks } from './tasks.tsx';
import { Who } from './who.tsx';
import { Year } from './year.tsx';

/** Everything for one meeting on one page, to be read in a minute, on the phone or on paper. */
export default function Brief() {
  const t = useWords('brief');
  const words = useWords('meetings');
  const { meetingUuid } = useAddress<'meeting'>();
  const paper = useRef<HTMLDivElement>(null);
  usePaper(paper);
  const brief = useRead('getMeetingBrief', { path: { meetingUuid } });
  const meeting = brief.data?.meeting;
  useKeys([{ keys: 'p', label: t('print'), run: () => print() }]);
  if (brief.error?.status === 404) return <NotFound />;
  const title = meeting ? (meeting.title ?? words('untitled')) : t('title');
  return (
    <div ref={paper} className={classes.brief}>
      <Letterhead />
      <Page
        title={title}
        windowTitle={`${t('title')}: ${title}`}
        crumbs={[
          { label: words('list.title'), href: pathTo('meetings') },
          { label: title, href: pathTo('meeting', { meetingUuid }) },
        ]}
        lead={meeting ? <Lead meeting={meeting} /> : ' '}
        acts={
          <Button
            className="no-print"
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => print()}
          >
            {t('print')}
          </Button>
        }
      >
        <Read of={brief} skeleton={<Lines count={12} height={28} />}>
          {(each) => <Content brief={each} />}
        </Read>
      </Page>
    </div>
  );
}

function Lead({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('brief');
  const { days, hours, elsewhere } = showWhen(meeting);
  const place = meeting.locationDetail ? ` · ${meeting.locationDetail}` : '';
  return (
    <span className="tabular">
      {t('title')}: {[days, hours].filter(Boolean).join(', ')}
      {elsewhere && ` (${elsewhere})`}
      {place}
    </span>
  );
}

function Content({ brief }: { brief: BriefAnswer }) {
  const t = useWords('brief');
  const words = useWords('meetings');
  const { meeting, contacts, readiness, households, before, after, notes, tasks, timeline } = brief;
  return (
    <div className={classes.columns}>
      <div>
        <Section title={t('who')}>
          <Who meeting={meeting} contacts={contacts} />
        </Section>
        {(meeting.description || meeting.meetingInformation) && (
          <Section title={words('sections.about')}>
            <p className={classes.text}>{meeting.description}</p>
            {meeting.meetingInformation && (
              <p className={classes.text}>{meeting.meetingInformation}</p>
            )}
          </Section>
        )}
        {meeting.internalNotes && <InternalNotes text={meeting.internalNotes} />}
        {contacts.length > 0 && (
          <>
            <LastConversation before={before} notes={notes} />
            <Changes entries={timeline} before={before} />
          </>
        )}
        <Tasks tasks={tasks} />
        {contacts.length > 0 && (
          <>
            <NextSteps after={after} />
            <Notes notes={notes.slice(1)} />
          </>
        )}
      </div>
      <div>
        <div className="no-print">
          <Section title={words('sections.when')}>
            <WhenAndWhere meeting={meeting} />
          </Section>
        </div>
        {households.map((household) => (
          <Family key={household.householdUuid} household={household} meeting={meeting} />
        ))}
        {contacts.length > 0 && <Missing contacts={contacts} readiness={readiness} />}
        {contacts.length > 0 && <Year before={before} />}
      </div>
    </div>
  );
}
