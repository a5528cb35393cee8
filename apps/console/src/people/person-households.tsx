import { IconHome } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './people.module.css';

/** The households that a person belongs to. */
export function PersonHouseholds({ householdUuids }: { householdUuids: readonly string[] }) {
  const t = useWords('people');
  const answers = useQueries({
    queries: householdUuids.map((householdUuid) => ({
      queryKey: ['getHousehold', { path: { householdUuid } }],
      queryFn: () => call('getHousehold', { path: { householdUuid } }),
    })),
  });
  return (
    <Section title={t('sections.households')}>
      {householdUuids.length === 0 && <p className={classes.quiet}>{t('person.noHouseholds')}</p>}
      <ul className={classes.rows}>
        {answers.flatMap(({ data }) =>
          data
            ? [
                <li key={data.householdUuid}>
                  <IconHome size={16} aria-hidden />
                  <span>
                    {screens.household ? (
                      <Link href={pathTo('household', { householdUuid: data.householdUuid })}>
                        {data.name}
                      </Link>
                    ) : (
                      data.name
                    )}
                    <span className={classes.quiet}>
                      {t('person.members', { count: data.memberCount })}
                    </span>
                  </span>
                </li>,
              ]
            : [],
        )}
      </ul>
    </Section>
  );
}
