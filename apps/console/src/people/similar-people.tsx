import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import type { Values } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import classes from './people.module.css';
import { nameOf } from './person-name.ts';

/** Warns while a name is typed that such a person is there already. */
export function SimilarPeople({ typed }: { typed: Values }) {
  const t = useWords('people');
  const name = [typed.firstName, typed.paternalLastName].filter(Boolean).join(' ').trim();
  const [term] = useDebouncedValue(name, 300);
  const isAsked = Boolean(typed.firstName) && Boolean(typed.paternalLastName) && term.length > 3;
  const { data } = useRead(
    'filterContacts',
    { body: { searchTerm: term, size: 5 } },
    { enabled: isAsked, keepsOld: true },
  );
  const found = isAsked ? (data?.content ?? []) : [];
  return (
    <div role="status">
      {found.length > 0 && (
        <div className={classes.notice}>
          <div>
            <strong>{t('new.similar', { count: found.length })}</strong>
            <ul>
              {found.map((each) => (
                <li key={each.contactUuid}>
                  <Link href={pathTo('person', { contactUuid: each.contactUuid })}>
                    {nameOf(each)}
                  </Link>
                  {each.primaryEmail && ` · ${each.primaryEmail}`}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}
