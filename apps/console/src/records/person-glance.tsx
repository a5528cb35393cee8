import { Portal } from '@mantine/core';
import { type SyntheticEvent, useEffect, useRef } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showDate, showMoney } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './glance.module.css';
import { nameOf } from './person-name.ts';
import type { Glance as Opened } from './use-glance.ts';
import { clientsNamed, type Whom } from './whom.ts';

type Props = { of: Whom; anchor: HTMLElement; glance: Opened };

/** Somebody at a glance, beside the name: household, wealth, adviser, meetings. */
export default function PersonGlance(props: Props) {
  return (
    <Portal>
      <Card {...props} />
    </Portal>
  );
}

// What is done in the card is not done to the row, the block or the board that names the person.
const keep = (event: SyntheticEvent) => event.stopPropagation();
const kept = {
  onClick: keep,
  onAuxClick: keep,
  onPointerDown: keep,
  onDragStart: keep,
  onKeyDown: keep,
};

/** The card, drawn once its place in the page is there: one that was asked for takes the focus, once. */
function Card({ of, anchor, glance }: Props) {
  const t = useWords('glance');
  const card = useRef<HTMLDivElement>(null);
  const { state, close } = glance;
  const isAsked = state === 'ASKED';
  useEffect(() => {
    if (isAsked) card.current?.focus();
  }, [isAsked]);
  useEffect(() => {
    const leave = () => {
      close();
      if (isAsked) anchor.focus();
    };
    // Esc closes this alone, not the sheet or the page that it stands in.
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      event.preventDefault();
      leave();
    };
    const point = ({ target }: Event) => {
      if (target instanceof Node && !card.current?.contains(target)) close();
    };
    const scroll = ({ target }: Event) => {
      if (target !== card.current) close();
    };
    addEventListener('keydown', press, true);
    addEventListener('pointerdown', point, true);
    addEventListener('scroll', scroll, true);
    return () => {
      removeEventListener('keydown', press, true);
      removeEventListener('pointerdown', point, true);
      removeEventListener('scroll', scroll, true);
    };
  });
  return (
    <div
      ref={card}
      role="dialog"
      aria-label={t('label')}
      tabIndex={-1}
      className={classes.glance}
      style={placeBy(anchor)}
      {...kept}
      onPointerEnter={glance.cancel}
      onPointerLeave={glance.onPointerLeave}
      onBlur={({ relatedTarget }) => {
        if (isAsked && relatedTarget && !card.current?.contains(relatedTarget)) close();
      }}
    >
      {'contactUuid' in of ? <Person contactUuid={of.contactUuid} /> : <ClientOf {...of} />}
    </div>
  );
}

const [width, height, gap] = [300, 260, 6];

/** Returns the place below a name, or above it where there is more room. */
function placeBy(anchor: HTMLElement) {
  const { left, top, bottom } = anchor.getBoundingClientRect();
  const at = { left: Math.max(8, Math.min(left, innerWidth - width - 8)), width };
  return bottom + height > innerHeight && top > innerHeight - bottom
    ? { ...at, bottom: innerHeight - top + gap }
    : { ...at, top: bottom + gap };
}

function ClientOf({ meetingUuid, name }: { meetingUuid: string; name: string }) {
  const t = useWords('glance');
  const meeting = useRead('getMeeting', { path: { meetingUuid } });
  return (
    <Read of={meeting} skeleton={<Lines count={3} height={20} />}>
      {({ participants }) => {
        const [contactUuid, another] = clientsNamed(name, participants);
        if (another) return <p>{t('several')}</p>;
        return contactUuid ? <Person contactUuid={contactUuid} /> : <p>{t('nobody')}</p>;
      }}
    </Read>
  );
}

function Person({ contactUuid }: { contactUuid: string }) {
  const overview = useRead('getContactOverview', { path: { contactUuid } }, { staleTime: 60_000 });
  return (
    <Read of={overview} skeleton={<Lines count={3} height={20} />}>
      {(answer) => <Known {...answer} />}
    </Read>
  );
}

function Known({ contact, households }: AnswerOf<'getContactOverview'>) {
  const t = useWords('glance');
  const enums = useWords('enums');
  const { contactUuid, contactType, managerName, lastMeetingAt, nextMeetingAt } = contact;
  const name = nameOf(contact);
  return (
    <>
      <p className={classes.who}>
        <Avatar name={name} />
        <strong>{name}</strong>
        <Chip isQuiet tone={contactType === 'PROSPECT' ? 'plain' : 'good'}>
          {enums(`contactType.${contactType}`)}
        </Chip>
      </p>
      {households.length === 0 && <p className={classes.quiet}>{t('noHousehold')}</p>}
      {households.map(({ householdUuid, name: household, portfolio }) => (
        <div key={householdUuid} className={classes.household}>
          <Link href={pathTo('household', { householdUuid })}>{household}</Link>
          <span className={classes.wealth}>
            {portfolio.totals.map(({ currency, marketValue }) => (
              <span key={currency}>{showMoney(marketValue, currency)}</span>
            ))}
            {portfolio.totals.length === 0 && <span>{t('noWealth')}</span>}
          </span>
        </div>
      ))}
      <dl className={classes.facts}>
        {managerName && (
          <div>
            <dt>{t('adviser')}</dt>
            <dd>{managerName}</dd>
          </div>
        )}
        {lastMeetingAt && (
          <div>
            <dt>{t('lastMeeting')}</dt>
            <dd>{showDate(lastMeetingAt)}</dd>
          </div>
        )}
        {nextMeetingAt && (
          <div>
            <dt>{t('nextMeeting')}</dt>
            <dd>{showDate(nextMeetingAt)}</dd>
          </div>
        )}
      </dl>
      {<Link href={pathTo('person', { contactUuid })}>{t('open')}</Link>}
    </>
  );
}
