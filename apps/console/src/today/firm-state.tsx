import { useWords } from '../i18n/words.ts';
import { type PlainPath, pathTo } from '../paths.ts';
import { showDate, showNumber } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Spark } from '../ui/plots.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './today.module.css';
import { sum, useDaily } from './use-activity.ts';
import { useToday } from './use-today.ts';

const span = 30;

/** Shows how the firm's house stands, for administrators: sign-ins, calendars, branding. */
export function FirmState() {
  const t = useWords('today');
  const day = useToday();
  return (
    <Section title={t('firm.title')}>
      <dl className={classes.states}>
        <SignIns />
        <div>
          <dt>
            <Led to="calendarSettings">{t('firm.sync')}</Led>
          </dt>
          <dd>
            <Read of={day} skeleton={<Lines count={1} />}>
              {({ firm }) => {
                const { used = 0, failed = 0 } = firm?.calendars ?? {};
                return (
                  <span className={classes.state}>
                    {t('firm.calendars', { count: used, shown: showNumber(used) })}{' '}
                    {failed > 0 ? (
                      <Chip tone="bad">{t('firm.broken', { count: failed })}</Chip>
                    ) : (
                      used > 0 && <Chip tone="good">{t('firm.inOrder')}</Chip>
                    )}
                  </span>
                );
              }}
            </Read>
          </dd>
        </div>
        <div>
          <dt>
            <Led to="branding">{t('firm.branding')}</Led>
          </dt>
          <dd>
            <Read of={day} skeleton={<Lines count={1} />}>
              {({ firm }) => (
                <span className={classes.state}>
                  {firm && firm.branding.version > 0 ? (
                    <>
                      {t('firm.published', {
                        version: firm.branding.version,
                        date: showDate(firm.branding.updatedAt),
                      })}{' '}
                      <Chip tone="good">{t('firm.inUse')}</Chip>
                    </>
                  ) : (
                    <Chip>{t('firm.default')}</Chip>
                  )}
                </span>
              )}
            </Read>
          </dd>
        </div>
      </dl>
    </Section>
  );
}

function SignIns() {
  const t = useWords('today');
  const { days = [], ...right } = useDaily('login.success');
  const { days: wrong = [] } = useDaily('login.failure');
  const recent = days.slice(-span);
  const refused = sum(wrong.slice(-span));
  return (
    <div>
      <dt>{t('firm.signIns')}</dt>
      <dd>
        <Read of={right} skeleton={<Lines count={1} />}>
          {() => (
            <span className={classes.state}>
              <span>
                {t('firm.signedIn', { count: sum(recent), shown: showNumber(sum(recent)) })}{' '}
                {refused > 0 && (
                  <Chip tone="warn">
                    {t('firm.refused', { count: refused, shown: showNumber(refused) })}
                  </Chip>
                )}
              </span>
              <Spark values={recent} label={t('firm.spark', { values: recent.join(', ') })} />
            </span>
          )}
        </Read>
      </dd>
    </div>
  );
}

/** A word that leads to the place where it is changed. */
function Led({ to, children }: { to: PlainPath; children: string }) {
  return <Link href={pathTo(to)}>{children}</Link>;
}
