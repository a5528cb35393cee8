import { IconPrinter } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { call } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { useKeys } from '../keys.ts';
import { showWhen } from '../meeting-time.ts';
import type { MeetingDetail } from '../meetings/answer.tsx';
import { InternalNotes, WhenAndWhere } from '../meetings/content.tsx';
import { pathTo } from '../paths.ts';
import { NotFound } from '../shell/faults.tsx';
import { useAddress } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './brief.module.css';
import { Changes } from './changes.tsx';
import { Family } from './family.tsx';
import { Missing } from './missing.tsx';
import { Notes } from './notes.tsx';
import { Tasks } from './tasks.tsx';
import { useHistory } from './use-history.ts';
import { usePaper } from './use-paper.ts';
import { Who } from './who.tsx';
import { Year } from './year.tsx';

/** Everything for one meeting on one page, to be read in a minute, on the phone or on paper. */
export default function Brief() {
  const t = useWords('brief');
  const words = useWords('meetings');
  const { meetingUuid } = useAddress<'meetingUuid'>();
  const paper = useRef<HTMLDivElement>(null);
  usePaper(paper);
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  useKeys([{ keys: 'p', label: t('print'), run: () => print() }]);
  if (meeting.error?.status === 404) return <NotFound />;
  const title = meeting.data ? (meeting.data.title ?? words('untitled')) : t('title');
  return (
    <div ref={paper} className={classes.brief}>
      <Page
        title={title}
        windowTitle={`${t('title')}: ${title}`}
        crumbs={[
          { label: words('list.title'), href: pathTo('meetings') },
          { label: title, href: pathTo('meeting', { meetingUuid }) },
        ]}
        lead={meeting.data ? <Lead meeting={meeting.data} /> : ' '}
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
        <Read of={meeting} skeleton={<Lines count={12} height={28} />}>
          {(each) => <Content meeting={each} />}
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

function Content({ meeting }: { meeting: MeetingDetail }) {
  const t = useWords('brief');
  const words = useWords('meetings');
  const contactUuids = meeting.participants.flatMap((each) =>
    each.participantType === 'CONTACT' && each.participantEntityUuid
      ? [each.participantEntityUuid]
      : [],
  );
  const contacts = useQueries({
    queries: contactUuids.map((contactUuid) => ({
      queryKey: ['getContact', { path: { contactUuid } }],
      queryFn: () => call('getContact', { path: { contactUuid } }),
      retry: false,
    })),
  });
  const householdUuids = [...new Set(contacts.flatMap(({ data }) => data?.householdUuids ?? []))];
  const areKnown = contacts.every((each) => !each.isPending);
  const history = useHistory(meeting, contactUuids);
  const records = [
    ...householdUuids.map((entityUuid) => ({ entityType: 'HOUSEHOLD', entityUuid }) as const),
    ...contacts.flatMap(({ data }, index) =>
      // People of a household are read with it.
      data && data.householdUuids.length > 0
        ? []
        : [{ entityType: 'CONTACT', entityUuid: contactUuids[index] ?? '' } as const],
    ),
  ];
  return (
    <div className={classes.columns}>
      <div>
        <Section title={t('who')}>
          <Who meeting={meeting} contactUuids={contactUuids} />
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
        {areKnown && records.length > 0 && <Changes records={records} history={history} />}
        <Tasks meeting={meeting} records={areKnown ? records : []} contactUuids={contactUuids} />
        {areKnown && records.length > 0 && <Notes records={records} />}
      </div>
      <div>
        <div className="no-print">
          <Section title={words('sections.when')}>
            <WhenAndWhere meeting={meeting} />
          </Section>
        </div>
        {householdUuids.map((householdUuid) => (
          <Family key={householdUuid} householdUuid={householdUuid} meeting={meeting} />
        ))}
        {contactUuids.length > 0 && <Missing contactUuids={contactUuids} contacts={contacts} />}
        {contactUuids.length > 0 && <Year history={history} />}
      </div>
    </div>
  );
}
