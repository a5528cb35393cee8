import { IconBuilding, IconUsersGroup } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { Link } from '../ui/link.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './organisations.module.css';

/** The households that an organisation belongs to, as branches, each with its role there. */
export function OrganisationHouseholds({
  organisationUuid,
  name,
}: {
  organisationUuid: string;
  name: string;
}) {
  const t = useWords('organisations');
  const roles = useWords('relationships');
  const households = useRead('listHouseholdsOfOrganisation', { path: { organisationUuid } });
  return (
    <section className={classes.households} aria-label={t('households')}>
      <h3>{t('households')}</h3>
      <Read of={households} skeleton={<Lines count={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={classes.muted}>{t('noHouseholds')}</p>
          ) : (
            <>
              <p className={classes.root}>
                <IconBuilding size={18} aria-hidden /> <strong>{name}</strong>
              </p>
              <ul className={classes.branches}>
                {rows.map(({ householdUuid, name: household, relationshipType }) => (
                  <li key={householdUuid}>
                    <IconUsersGroup size={18} aria-hidden />
                    <span>
                      <Link href={pathTo('household', { householdUuid })}>{household}</Link>
                      <span className={classes.muted}>
                        {relationshipType ? roles(`types.${relationshipType}`) : roles('none')}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )
        }
      </Read>
    </section>
  );
}
