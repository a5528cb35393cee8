import { useWords } from '../i18n/words.ts';
import { NewNote } from '../records/new-note.tsx';
import { RecordTasks } from '../records/record-tasks.tsx';
import { RecordTimeline } from '../records/record-timeline.tsx';
import { CustomFields } from './custom-fields.tsx';
import { Duplicates } from './duplicates.tsx';
import { EditSection } from './edit-section.tsx';
import { IdentityCard } from './identity-card.tsx';
import classes from './people.module.css';
import { usePersonFields } from './person-fields.ts';
import { PersonFrame } from './person-frame.tsx';
import { PersonHouseholds } from './person-households.tsx';
import { PersonMeetings } from './person-meetings.tsx';

/** A whole person at a glance: who, how complete, with whom, what happened. */
export default function PersonPage() {
  const t = useWords('people');
  const fields = usePersonFields();
  return (
    <PersonFrame tab="person">
      {(person) => (
        <div className={classes.grid}>
          <aside className={classes.left}>
            <IdentityCard person={person} />
          </aside>
          <div className={classes.middle}>
            <NewNote entityType="CONTACT" entityUuid={person.contactUuid} isFar />
            <Duplicates contactUuid={person.contactUuid} />
            <PersonHouseholds person={person} />
            <EditSection
              title={t('sections.personal')}
              fields={fields.personal}
              person={person}
              name="personal"
            />
            <EditSection
              title={t('sections.contact')}
              fields={fields.contact}
              person={person}
              name="contact"
            />
            <EditSection
              title={t('sections.identity')}
              fields={fields.identity}
              person={person}
              name="identity"
            />
            <EditSection
              title={t('sections.wealth')}
              fields={fields.wealth}
              person={person}
              name="wealth"
            />
            <EditSection
              title={t('sections.relation')}
              fields={fields.relation}
              person={person}
              name="relation"
            />
            <EditSection
              title={t('sections.others')}
              fields={fields.others}
              person={person}
              name="others"
            />
            <CustomFields person={person} />
            <RecordTimeline
              entityType="CONTACT"
              entityUuid={person.contactUuid}
              hasNewNote={false}
            />
          </div>
          <div className={classes.right}>
            <PersonMeetings contactUuid={person.contactUuid} />
            <RecordTasks entityType="CONTACT" entityUuid={person.contactUuid} />
          </div>
        </div>
      )}
    </PersonFrame>
  );
}
