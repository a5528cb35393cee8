import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showDate } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Link } from '../ui/link.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './today.module.css';

/** The firms of the platform, for who runs it and has not entered one. */
export function Firms() {
  const t = useWords('today');
  const tenants = useRead('filterTenants', { body: { size: 10, sort: ['name,asc'] } });
  return (
    <Page title={t('title')} lead={t('firms.lead')}>
      <Section
        title={t('firms.title')}
        acts={
          <Link href={pathTo('tenants')} className={classes.more}>
            {t('firms.all')}
          </Link>
        }
      >
        <Read of={tenants} skeleton={<Lines count={4} height={36} />}>
          {({ content }) => (
            <ul className={classes.rows}>
              {content.map(({ tenantUuid, name, createdAt }) => (
                <li key={tenantUuid} className={classes.row}>
                  <Avatar name={name} />
                  <span className={classes.what}>
                    <Link href={pathTo('tenant', { tenantUuid })} className={classes.title}>
                      {name}
                    </Link>
                    <span className={classes.meta}>
                      {t('firms.since', { date: showDate(createdAt) })}
                    </span>
                  </span>
                </li>
              ))}
            </ul>
          )}
        </Read>
      </Section>
    </Page>
  );
}
