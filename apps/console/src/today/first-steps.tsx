import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { type PathName, pathTo } from '../paths.ts';
import { screens } from '../screens.ts';
import type { User } from '../session.ts';
import { enteredTenant } from '../tenant.ts';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import classes from './today.module.css';

const options = { staleTime: 60_000 };
/** A firm that knows so many people is no longer new. */
const manyPeople = 20;

/** Shows what a new firm does first. It goes away when all is done, or when the firm is at work. */
export function FirstSteps({ user }: { user: User }) {
  const t = useWords('today');
  const tenantUuid = enteredTenant() ?? user.tenantUuid;
  const branding = useRead('getBranding', { path: { tenantUuid } }, options);
  const staff = useRead('listStaffPage', { query: { size: 1 } }, options);
  const stats = useRead('getTenantStats', { path: { tenantUuid } }, options);
  const calendar = useRead('getCalendarConnection', {}, options);
  const people = stats.data?.contactCount;
  if (!branding.data || !staff.data || people === undefined || !calendar.data) return null;
  const steps: {
    name: 'branding' | 'team' | 'person' | 'calendar';
    to: PathName;
    isDone: boolean;
  }[] = [
    { name: 'branding', to: 'branding', isDone: branding.data.stored.version > 0 },
    { name: 'team', to: 'team', isDone: staff.data.totalElements > 1 },
    { name: 'person', to: 'newPerson', isDone: people > 0 },
    { name: 'calendar', to: 'calendarSettings', isDone: calendar.data.status === 'CONNECTED' },
  ];
  if (people >= manyPeople || steps.every(({ isDone }) => isDone)) return null;
  return (
    <Section title={t('steps.title')}>
      <ol className={classes.steps}>
        {steps.map(({ name, to, isDone }) => (
          <li key={name} className={classes.step} data-done={isDone || undefined}>
            {isDone ? (
              <IconCircleCheck size={20} aria-label={t('steps.done')} />
            ) : (
              <IconCircleDashed size={20} aria-label={t('steps.open')} />
            )}
            <span>
              {isDone || !screens[to] ? (
                <span className={classes.title}>{t(`steps.${name}.title`)}</span>
              ) : (
                <Link href={pathTo(to as 'team')} className={classes.title}>
                  {t(`steps.${name}.title`)}
                </Link>
              )}
              <span className={classes.meta}>{t(`steps.${name}.text`)}</span>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
