import { useState } from 'react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showAgo } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { Lines, Read } from '../ui/states.tsx';
import classes from './settings.module.css';

/** The calendars of the firm's people, for administrators: which work, and why others do not. */
export function TeamCalendars() {
  const t = useWords('settings');
  const [page, setPage] = useState(0);
  const calendars = useRead(
    'listCalendarConnections',
    { query: { page, size: 20 } },
    { keepsOld: true },
  );
  return (
    <Section title={t('calendar.team.title')}>
      <Read of={calendars} skeleton={<Lines count={4} height={36} />}>
        {({ content, ...shown }) => (
          <>
            {content.length === 0 && <p className={classes.text}>{t('calendar.team.none')}</p>}
            <ul className={classes.rows}>
              {content.map(({ staffUuid, displayName, provider, status, ...row }) => {
                const code = row.lastError;
                const isOn = status === 'CONNECTED';
                return (
                  <li key={staffUuid}>
                    <Avatar name={displayName} size={24} />
                    <div className={classes.grow}>
                      <strong>{displayName}</strong>
                      <span>
                        {[
                          provider && t(`calendar.providers.${provider}`),
                          row.lastSyncedAt &&
                            t('calendar.team.synced', { ago: showAgo(row.lastSyncedAt) }),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                      {code && (
                        <span>
                          {t(`calendar.errors.${code}`, {
                            defaultValue: t('calendar.errors.other', { code }),
                          })}
                        </span>
                      )}
                    </div>
                    <Chip tone={!isOn ? 'bad' : code ? 'warn' : 'good'}>
                      {t(isOn ? 'calendar.connected' : 'calendar.lost')}
                    </Chip>
                  </li>
                );
              })}
            </ul>
            {shown.totalPages > 1 && <Pager page={shown} go={setPage} />}
          </>
        )}
      </Read>
    </Section>
  );
}
