import { IconUsers } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import classes from './people.module.css';
import { nameOf } from './person-name.ts';

/** Says who may be the same person, and why. */
export function Duplicates({ contactUuid }: { contactUuid: string }) {
  const t = useWords('people');
  const enums = useWords('enums');
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
              <Link href={pathTo('person', { contactUuid: each.contactUuid })}>{nameOf(each)}</Link>
              {': '}
              {each.reasons.map((reason) => enums(`reasons.${reason}`)).join(', ')}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
