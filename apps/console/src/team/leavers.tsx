import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import classes from './team.module.css';

type Leaver = AnswerOf<'listLeavers'>[number];

/** Those who left while what they looked after was not handed over yet. */
export function Leavers() {
  const t = useWords('team');
  const user = usePerson();
  const leavers = useRead('listLeavers', {}, { enabled: can('listLeavers', user) });
  const [open, setOpen] = useState<Leaver>();
  const rows = leavers.data ?? [];
  if (rows.length === 0) return null;
  return (
    <Section title={t('leavers.title')}>
      <ul className={classes.rows}>
        {rows.map((row) => (
          <li key={row.staffUuid}>
            <div>
              <strong>{row.displayName}</strong>
              <span className={classes.muted}>
                {t('leavers.since', {
                  date: showDate(row.deprovisionedAt),
                  people: t('leave.people', { count: row.contacts }),
                  households: t('leave.households', { count: row.households }),
                  meetings: t('leave.meetings', { count: row.meetings }),
                })}
              </span>
            </div>
            <Button size="xs" variant="default" onClick={() => setOpen(row)}>
              {t('leave.hand')}
            </Button>
          </li>
        ))}
      </ul>
      {open && (
        <LeaveDialog
          who={{ staffUuid: open.staffUuid, name: open.displayName }}
          isGone
          close={() => setOpen(undefined)}
        />
      )}
    </Section>
  );
}
