import { IconArrowMerge } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { NotSameButton } from '../people/not-same-button.tsx';
import { usePerson } from '../person.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { showDate } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Confirm } from '../ui/dialog.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { PersonLink } from './person-link.tsx';
import classes from './queue.module.css';

type Contact = AnswerOf<'filterContacts'>['content'][number];

/** Records that may be the same person: one is kept, the others are merged into it. */
export function MendDuplicates({ contactUuids }: { contactUuids: readonly string[] }) {
  const filters = [{ field: 'contactUuid', operator: 'IN', values: [...contactUuids] }];
  const found = useRead('filterContacts', { body: { filters, size: 100 } });
  return <Read of={found}>{({ content }) => <Doubles contacts={content} />}</Read>;
}

function Doubles({ contacts }: { contacts: readonly Contact[] }) {
  const t = useWords('queue');
  const user = usePerson();
  const [kept, setKept] = useState<Contact>();
  const merge = useWrite('mergeContacts');
  const others = contacts.filter((each) => each !== kept);
  const mayMerge =
    can('listAuditTrail', user) ||
    contacts.every(({ contactManagerId }) => contactManagerId === user?.userUuid);
  const run = async () => {
    if (!kept) return;
    for (const { contactUuid: fromContactUuid } of others)
      await merge.mutateAsync({
        path: { contactUuid: kept.contactUuid },
        body: { fromContactUuid },
      });
    setKept(undefined);
    toast({ message: t('merged', { name: nameOf(kept) }) });
  };
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
                {each.managerName} ·{t('since', { date: showDate(each.createdAt) })}
              </span>
              <PersonLink contactUuid={each.contactUuid} />
            </span>
            <Button
              size="xs"
              variant="default"
              disabled={!mayMerge}
              aria-label={t('keepOne', { name: nameOf(each) })}
              leftSection={<IconArrowMerge size={14} aria-hidden />}
              onClick={() => setKept(each)}
            >
              {t('keep')}
            </Button>
            {mayMerge && (
              <NotSameButton
                contactUuid={each.contactUuid}
                name={nameOf(each)}
                others={contacts
                  .filter((other) => other !== each)
                  .map((other) => other.contactUuid)}
              />
            )}
          </li>
        ))}
      </ul>
      {merge.error && <ErrorCard error={merge.error} />}
      <Confirm
        title={t('mergeTitle')}
        isOpen={kept !== undefined}
        close={() => setKept(undefined)}
        act={t('mergeAct')}
        run={() => void run().catch(() => undefined)}
        isDestructive
        isRunning={merge.isPending}
      >
        {t('mergeText', { count: others.length, name: kept ? nameOf(kept) : '' })}
      </Confirm>
    </div>
  );
}
