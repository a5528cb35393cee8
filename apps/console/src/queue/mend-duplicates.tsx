import { IconArrowMerge } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { isAdministrator } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import MergeDialog from '../people/merge-dialog.tsx';
import { NotSameButton } from '../people/not-same-button.tsx';
import { usePerson } from '../person.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { showRut } from '../rut.ts';
import { showDate } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Read } from '../ui/states.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

type Contact = AnswerOf<'filterContacts'>['content'][number];

/** Records that may be the same person: one is kept, another is compared with it and merged into it. */
export default function MendDuplicates({ contactUuids }: { contactUuids: readonly string[] }) {
  const filters = [{ field: 'contactUuid', operator: 'IN', values: [...contactUuids] }];
  const found = useRead('filterContacts', { body: { filters, size: 100 } });
  return <Read of={found}>{({ content }) => <Doubles contacts={content} />}</Read>;
}

function Doubles({ contacts }: { contacts: readonly Contact[] }) {
  const t = useWords('queue');
  const user = usePerson();
  // What was read anew are other objects of the same people.
  const [keptUuid, setKept] = useState<string>();
  const other = contacts.find(({ contactUuid }) => contactUuid !== keptUuid);
  const mayMerge =
    isAdministrator(user) ||
    contacts.every(({ contactManagerId }) => contactManagerId === user?.userUuid);
  return (
    <div>
      <p>{t(mayMerge ? 'duplicatesHow' : 'duplicatesWho')}</p>
      <ul className={classes.list}>
        {contacts.map((each) => (
          <li key={each.contactUuid} className={classes.line}>
            <Avatar name={nameOf(each)} />
            <span className={classes.what}>
              <PersonChip of={each} className={classes.name}>
                {nameOf(each)}
              </PersonChip>
              <span className={classes.text}>
                {[
                  each.identityType === 'CHILE_RUT' && each.identityId
                    ? showRut(each.identityId)
                    : each.identityId,
                  showDate(each.dateOfBirth),
                  each.primaryEmail ?? each.preferredEmail,
                  each.managerName,
                  t('since', { date: showDate(each.createdAt) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <PersonLink contactUuid={each.contactUuid} />
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={!mayMerge}
              aria-label={t('keepOne', { name: nameOf(each) })}
              leftSection={<IconArrowMerge size={14} aria-hidden />}
              onClick={() => setKept(each.contactUuid)}
            >
              {t('keep')}
            </Button>
            {mayMerge && (
              <NotSameButton
                contactUuid={each.contactUuid}
                name={nameOf(each)}
                others={contacts.flatMap(({ contactUuid }) =>
                  contactUuid === each.contactUuid ? [] : contactUuid,
                )}
              />
            )}
          </li>
        ))}
      </ul>
      {keptUuid && other && (
        <Compare
          keptUuid={keptUuid}
          otherUuid={other.contactUuid}
          close={() => setKept(undefined)}
        />
      )}
    </div>
  );
}

/** The dialog in which what the two records say stands side by side before they become one. */
function Compare({
  keptUuid,
  otherUuid,
  close,
}: {
  keptUuid: string;
  otherUuid: string;
  close: () => void;
}) {
  const kept = useRead('getContact', { path: { contactUuid: keptUuid } });
  return (
    <Read of={kept}>
      {(person) => (
        <MergeDialog person={person} otherUuid={otherUuid} choose={() => undefined} close={close} />
      )}
    </Read>
  );
}
