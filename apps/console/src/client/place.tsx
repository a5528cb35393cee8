import { IconCalendarHeart, IconMail, IconPhone } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { isOver, showWhen } from '../meeting-time.ts';
import { OwnAnswer } from '../meetings/answer.tsx';
import { WhenAndWhere } from '../meetings/content.tsx';
import { showPhone } from '../phone.ts';
import { CalendarFeed } from '../settings/calendar-feed.tsx';
import { shownZone, today } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { useMinute } from '../ui/minute.ts';
import { Page, Section } from '../ui/page.tsx';
import { Empty, Lines, Read } from '../ui/states.tsx';
import { AnswerWords } from './answer-words.tsx';
import classes from './client.module.css';
import { FoldedMeeting } from './folded-meeting.tsx';
import { OfferPasskey } from './offer-passkey.tsx';
import { OwnData } from './own-data.tsx';
import { PastMeetings } from './past-meetings.tsx';

type Meeting = AnswerOf<'listMeetings'>['meetings'][number];
type Adviser = NonNullable<AnswerOf<'getMe'>['adviser']>;
const days = 180;

/** The own place of a client: the next meeting with the two answers, what comes after, and whom to write to. */
export default function ClientPlace() {
  const t = useWords('client');
  const me = useRead('getMe', {});
  useMinute();
  const first = today();
  const query = {
    from: first.toString(),
    to: first.add({ days }).toString(),
    timezone: shownZone(),
    status: 'ACTIVE',
  } as const;
  const meetings = useRead('listMeetings', { query });
  const adviser = me.data?.adviser;
  const name = me.data?.displayName.split(' ')[0] ?? '';
  return (
    <Page title={name ? t('hello', { name }) : t('title')} windowTitle={t('title')} isNarrow>
      <Read of={meetings} skeleton={<Lines count={5} height={44} />}>
        {({ meetings: all }) => {
          const [next, ...later] = all.filter((each) => !isOver(each));
          return next ? (
            <>
              <Next meeting={next} />
              {later.length > 0 && <Later meetings={later} />}
            </>
          ) : (
            <Empty
              icon={<IconCalendarHeart size={30} />}
              title={t('none')}
              text={adviser ? t('noneText', { name: adviser.displayName }) : t('noneNobody')}
              act={
                adviser && (
                  <Button
                    component="a"
                    href={`mailto:${adviser.email}`}
                    leftSection={<IconMail size={16} aria-hidden />}
                  >
                    {t('write')}
                  </Button>
                )
              }
            />
          );
        }}
      </Read>
      {adviser && <AdviserCard adviser={adviser} />}
      {me.data && <OfferPasskey me={me.data} />}
      {me.data && <OwnData me={me.data} />}
      <PastMeetings />
      <CalendarFeed />
    </Page>
  );
}

function Next({ meeting: { meetingUuid, title, hostName } }: { meeting: Meeting }) {
  const t = useWords('client');
  const words = useWords('meetings');
  const detail = useRead('getMeeting', { path: { meetingUuid } });
  return (
    <Section title={t('next')}>
      <h3 className={classes.title}>{title ?? words('untitled')}</h3>
      <p className={classes.with}>
        <Avatar name={hostName} size={32} />
        {t('with', { name: hostName })}
      </p>
      <Read of={detail} skeleton={<Lines count={4} />}>
        {(meeting) => (
          <>
            <WhenAndWhere meeting={meeting} />
            {meeting.description && <p className={classes.text}>{meeting.description}</p>}
            <OwnAnswer meeting={meeting} isLarge />
            <AnswerWords meeting={meeting} />
          </>
        )}
      </Read>
    </Section>
  );
}

function Later({ meetings }: { meetings: readonly Meeting[] }) {
  const t = useWords('client');
  return (
    <Section title={t('later')}>
      <ul className={classes.later}>
        {meetings.map((meeting) => (
          <LaterMeeting key={meeting.meetingUuid} meeting={meeting} />
        ))}
      </ul>
    </Section>
  );
}

/** A meeting of a list, which opens in its place; both answers stand below. */
function LaterMeeting({ meeting }: { meeting: Meeting }) {
  const words = useWords('meetings');
  const { meetingUuid } = meeting;
  const { data } = useRead('getMeeting', { path: { meetingUuid } });
  const { days: day, hours, elsewhere } = showWhen(meeting, true);
  const when = [day, hours || words('allDay')].join(', ') + (elsewhere && ` (${elsewhere})`);
  return (
    <li>
      <FoldedMeeting meeting={meeting} when={when} />
      {data && <OwnAnswer meeting={data} />}
      {data && <AnswerWords meeting={data} />}
    </li>
  );
}

function AdviserCard({ adviser: { displayName, email, phone } }: { adviser: Adviser }) {
  const t = useWords('client');
  const number =
    phone && showPhone({ phoneCountryCode: phone.countryCode, phoneNumber: phone.number });
  return (
    <Section title={t('adviser')}>
      <div className={classes.adviser}>
        <Avatar name={displayName} size={48} />
        <div className={classes.adviserText}>
          <strong>{displayName}</strong>
          <a href={`mailto:${email}`}>
            <IconMail size={16} aria-hidden /> {email}
          </a>
          {number && (
            <a href={`tel:${number.replaceAll(' ', '')}`}>
              <IconPhone size={16} aria-hidden /> {number}
            </a>
          )}
        </div>
      </div>
    </Section>
  );
}
