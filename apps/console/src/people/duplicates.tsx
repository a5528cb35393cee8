import { IconUsers } from '@tabler/icons-react';
import { can, isAdministrator } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { useSearch } from '../ui/address.ts';
import { Button } from '../ui/button.tsx';
import { NotSameButton } from './not-same-button.tsx';
import classes from './people.module.css';

/** Says who may be the same person, and why. */
export function Duplicates({ contactUuid }: { contactUuid: string }) {
  const t = useWords('people');
  const more = useWords('person');
  const enums = useWords('enums');
  const user = usePerson();
  const [, change] = useSearch<'person'>();
  const { data = [] } = useRead('listContactDuplicates', { path: { contactUuid } });
  if (data.length === 0) return null;
  return (
    <section className={classes.notice} aria-label={t('duplicates.title')}>
      <IconUsers size={18} aria-hidden />
      <div>
        <strong>{t('duplicates.title')}</strong>
        <ul>
          {data.map((each) => (
            <li key={each.contactUuid}>
              <PersonChip of={each} href={pathTo('person', { contactUuid: each.contactUuid })}>
                {nameOf(each)}
              </PersonChip>
              {': '}
              {each.reasons.map((reason) => enums(`reasons.${reason}`)).join(', ')}{' '}
              {can('mergeContacts', user) && (
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-label={more('merge.with', { name: nameOf(each) })}
                  onClick={() => change({ merge: each.contactUuid })}
                >
                  {more('merge.begin')}
                </Button>
              )}{' '}
              {(isAdministrator(user) || each.contactManagerId === user?.userUuid) && (
                <NotSameButton
                  contactUuid={each.contactUuid}
                  name={nameOf(each)}
                  others={[contactUuid]}
                />
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
