import { useWords } from '../i18n/words.ts';
import { AnswerPill, type Participant } from '../meetings/answer.tsx';
import { nameOfParticipant } from '../meetings/people.tsx';
import { pathTo } from '../paths.ts';
import { showPhone } from '../phone.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { showDate, today } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import classes from './brief.module.css';
import type { BriefAnswer } from './brief-answer.ts';

/** Shows who comes: clients with what one must know of them, then the others. */
export function Who({ meeting, contacts }: Pick<BriefAnswer, 'meeting' | 'contacts'>) {
  const t = useWords('brief');
  const isClient = (each: Participant) => each.participantType === 'CONTACT';
  const others = meeting.participants.filter((each) => !isClient(each));
  return (
    <ul className={classes.who}>
      {meeting.participants.filter(isClient).map((each) => (
        <Client
          key={each.participantUuid}
          participant={each}
          contact={contacts.find(({ contactUuid }) => contactUuid === each.participantEntityUuid)}
        />
      ))}
      {others.map((each) => (
        <li key={each.participantUuid} className={classes.person}>
          <Avatar name={nameOfParticipant(each)} />
          <span className={classes.personText}>
            <strong>{nameOfParticipant(each)}</strong>
          </span>
          <AnswerPill status={each.rsvpStatus} />
        </li>
      ))}
      {meeting.participants.length === 0 && <li className={classes.muted}>{t('nobody')}</li>}
    </ul>
  );
}

type ClientProps = {
  participant: Participant;
  contact: BriefAnswer['contacts'][number] | undefined;
};

function Client({ participant, contact: data }: ClientProps) {
  const t = useWords('brief');
  const enums = useWords('enums');
  const contactUuid = participant.participantEntityUuid ?? '';
  const name = nameOfParticipant(participant);
  const phone = data?.preferredPhoneNumber ?? data?.phoneNumber;
  const number = phone ? showPhone(phone) : '';
  const age = data?.dateOfBirth
    ? Temporal.PlainDate.from(data.dateOfBirth).until(today(), { largestUnit: 'years' }).years
    : undefined;
  const work = [data?.currentEmployment?.jobPosition, data?.currentEmployment?.employerName];
  return (
    <li className={classes.person}>
      <Avatar name={name} size={40} />
      <span className={classes.personText}>
        <span className={classes.personName}>
          {data ? (
            <PersonChip of={data} href={pathTo('person', { contactUuid })}>
              {name}
            </PersonChip>
          ) : (
            <strong>{name}</strong>
          )}
          {data && (
            <Chip isQuiet tone={data.contactType === 'ACTIVE' ? 'good' : 'plain'}>
              {enums(`contactType.${data.contactType}`)}
            </Chip>
          )}
        </span>
        <span className={classes.facts}>
          {age !== undefined && (
            <span>{t('age', { count: age, date: showDate(data?.dateOfBirth) })}</span>
          )}
          {work.some(Boolean) && <span>{work.filter(Boolean).join(', ')}</span>}
          {phone && <a href={`tel:${number.replace(/\s/g, '')}`}>{number}</a>}
          {participant.email && <a href={`mailto:${participant.email}`}>{participant.email}</a>}
        </span>
      </span>
      <AnswerPill status={participant.rsvpStatus} />
    </li>
  );
}
