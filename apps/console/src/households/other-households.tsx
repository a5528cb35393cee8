import { useQueries } from '@tanstack/react-query';
import { call } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import classes from './household.module.css';

/** Says that an account counts in other households too, and leads to them. */
export function OtherHouseholds({ uuids }: { uuids: readonly string[] }) {
  const t = useWords('households');
  const answers = useQueries({
    queries: uuids.slice(0, 5).map((householdUuid) => ({
      queryKey: ['getHousehold', { path: { householdUuid } }],
      queryFn: () => call('getHousehold', { path: { householdUuid } }),
      retry: false,
    })),
  });
  return (
    <span className={classes.elsewhere}>
      <Chip tone="warn">{t('account.elsewhere')}</Chip>
      {answers.map(
        ({ data }) =>
          data && (
            <Link
              key={data.householdUuid}
              href={pathTo('household', { householdUuid: data.householdUuid })}
            >
              {data.name}
            </Link>
          ),
      )}
    </span>
  );
}
