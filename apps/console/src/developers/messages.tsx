import { Select } from '@mantine/core';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useRead } from '../data.ts';
import { messageStates } from '../enumerations.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Pager } from '../ui/pager.tsx';
import { Lines, None, Read } from '../ui/states.tsx';
import classes from './developers.module.css';
import { MessageDialog } from './message-dialog.tsx';
import { testEvent, tones } from './message-states.ts';

type Page = AnswerOf<'listWebhookMessages'>;
type Message = Page['content'][number];

/** Lists what an endpoint was sent, newest first, with a strip that shows at a glance how it goes. */
export function Messages({ endpointUuid }: { endpointUuid: string }) {
  const t = useWords('developers');
  const { nameOf: wordOf } = useEventWords();
  const nameOf = (type: string) => (type === testEvent ? t('messages.test') : wordOf(type));
  const [status, setStatus] = useState<string | null>(null);
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState<string>();
  const messages = useRead(
    'listWebhookMessages',
    { path: { endpointUuid }, query: { page, size: 20, ...(status ? { status } : {}) } },
    { keepsOld: true },
  );
  return (
    <section className={classes.part} aria-label={t('messages.title')}>
      <div className={classes.head}>
        <h3>{t('messages.title')}</h3>
        <Select
          aria-label={t('messages.filter')}
          placeholder={t('messages.all')}
          data={messageStates.map((value) => ({ value, label: t(`messages.states.${value}`) }))}
          clearable
          clearButtonProps={{ 'aria-label': t('messages.all') }}
          value={status}
          onChange={(next) => {
            setStatus(next);
            setPage(0);
          }}
        />
      </div>
      <Read of={messages} skeleton={<Lines count={4} height={36} />}>
        {(data) =>
          data.totalElements === 0 ? (
            <None>
              <p className={classes.muted}>{t('messages.none')}</p>
            </None>
          ) : (
            <>
              <Strip messages={data.content} />
              <ul className={classes.rows}>
                {data.content.map((row) => (
                  <li key={row.messageId}>
                    <div className={classes.grow}>
                      <strong>{nameOf(row.eventType)}</strong>
                      <span>
                        {[
                          showAgo(row.createdAt),
                          t('messages.attempts', { count: row.attempts }),
                          row.lastStatus ??
                            (row.lastError &&
                              t(`tries.errors.${row.lastError}`, {
                                defaultValue: row.lastError,
                              })),
                        ]
                          .filter(Boolean)
                          .join(' · ')}
                      </span>
                    </div>
                    <Chip tone={tones[row.status]}>{t(`messages.states.${row.status}`)}</Chip>
                    <Button
                      size="xs"
                      variant="subtle"
                      aria-label={t('messages.openOne', { name: nameOf(row.eventType) })}
                      onClick={() => setOpen(row.messageId)}
                    >
                      {t('messages.open')}
                    </Button>
                  </li>
                ))}
              </ul>
              <Pager page={data} go={setPage} />
            </>
          )
        }
      </Read>
      {open && (
        <MessageDialog
          endpointUuid={endpointUuid}
          messageId={open}
          close={() => setOpen(undefined)}
        />
      )}
    </section>
  );
}

function Strip({ messages }: { messages: readonly Message[] }) {
  const t = useWords('developers');
  const delivered = messages.filter(({ status }) => status === 'DELIVERED').length;
  return (
    <div
      role="img"
      aria-label={t('messages.strip', { delivered, total: messages.length })}
      className={classes.strip}
    >
      {[...messages].reverse().map(({ messageId, status }) => (
        <span key={messageId} data-tone={tones[status]} />
      ))}
    </div>
  );
}
