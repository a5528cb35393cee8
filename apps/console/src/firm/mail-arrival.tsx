import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { useMailsWait } from '../records/use-firm.ts';
import { presentTenant } from '../tenant.ts';
import { showTime } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Link } from '../ui/link.tsx';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { ErrorCard, Lines, None, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './firm.module.css';

type Refused = AnswerOf<'listRefusedMails'>['content'][number];

/** A mail to oneself, as the firm's people get theirs. */
export function MailTest() {
  const t = useWords('firm');
  const test = useWrite('testMail');
  const path = { tenantUuid: presentTenant() };
  const isOff = useMailsWait();
  return (
    <Section title={t('mailTest.title')}>
      <div className={classes.stack}>
        <p className={classes.muted}>{t('mailTest.text')}</p>
        {test.error && <ErrorCard error={test.error} />}
        <div>
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            loading={test.isPending}
            onClick={() =>
              test.mutate(
                { path },
                {
                  onSuccess: ({ to }) =>
                    // Mails of a firm that is off wait.
                    toast({ message: t(isOff ? 'mailTest.waits' : 'mailTest.done', { to }) }),
                },
              )
            }
          >
            {t('mailTest.act')}
          </Button>
        </div>
      </div>
    </Section>
  );
}

/** The mails that did not arrive, each with whom it was for and why. */
export function RefusedMails() {
  const t = useWords('firm');
  const [page, setPage] = useState(0);
  const path = { tenantUuid: presentTenant() };
  const refused = useRead(
    'listRefusedMails',
    { path, query: { page, size: 20 } },
    { keepsOld: true },
  );
  return (
    <Section title={t('refused.title')}>
      <Read of={refused} skeleton={<Lines count={3} height={36} />}>
        {(data) =>
          data.totalElements === 0 ? (
            <None>
              <p className={classes.muted}>{t('refused.none')}</p>
            </None>
          ) : (
            <>
              <ul className={classes.rows}>
                {data.content.map((row) => (
                  <li key={`${row.at} ${row.to} ${row.kind}`}>
                    <strong>
                      <Whom row={row} />
                    </strong>
                    <span className={classes.muted}>
                      {[
                        t(`refused.kinds.${row.kind}`),
                        t(`refused.reasons.${row.reason}`),
                        showTime(row.at),
                      ].join(' · ')}
                    </span>
                  </li>
                ))}
              </ul>
              <Pager page={data} go={setPage} />
            </>
          )
        }
      </Read>
    </Section>
  );
}

/** Whom a mail was for, and the way to their record where there is one. */
function Whom({ row: { to, entityType, entityUuid } }: { row: Refused }) {
  const t = useWords('firm');
  const name = to ?? t('refused.erased');
  if (!entityUuid || !entityType) return name;
  const href = {
    CONTACT: pathTo('person', { contactUuid: entityUuid }),
    STAFF: pathTo('team', { member: entityUuid }),
    MEETING: pathTo('meeting', { meetingUuid: entityUuid }),
  }[entityType];
  return <Link href={href}>{name}</Link>;
}
