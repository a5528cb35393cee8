import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useFirmName } from '../platform/firm-name.tsx';
import { FirmState } from '../platform/firm-state.tsx';
import { HealthChip } from '../platform/health-chip.tsx';
import { showDate } from '../time.ts';
import { useGo } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Page, Section } from '../ui/page.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './today.module.css';

/** The firms of the platform and its health, for who runs it and has not entered a firm. */
export default function Firms() {
  const t = useWords('today');
  const platform = useWords('platform');
  const go = useGo();
  const nameOf = useFirmName();
  const tenants = useRead('filterTenants', { body: { size: 10, sort: ['createdAt,desc'] } });
  const create = () => void go(pathTo('tenants', { open: 'new' }));
  return (
    <Page
      title={t('title')}
      lead={t('firms.lead')}
      acts={<Button onClick={create}>{platform('firms.new')}</Button>}
    >
      <Section
        title={platform('health.title')}
        acts={
          <Link href={pathTo('health')} className={classes.more}>
            {t('firms.health')}
          </Link>
        }
      >
        <HealthChip />
      </Section>
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
              {content.map((firm) => (
                <li key={firm.tenantUuid} className={classes.row}>
                  <Avatar name={nameOf(firm)} />
                  <span className={classes.what}>
                    <Link
                      href={pathTo('tenant', { tenantUuid: firm.tenantUuid })}
                      className={classes.title}
                    >
                      {nameOf(firm)}
                    </Link>
                    <span className={classes.meta}>
                      {t('firms.since', { date: showDate(firm.createdAt) })}
                    </span>
                  </span>
                  {!firm.isActive && <FirmState firm={firm} />}
                </li>
              ))}
            </ul>
          )}
        </Read>
      </Section>
    </Page>
  );
}
