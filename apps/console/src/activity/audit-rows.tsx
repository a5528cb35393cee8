import { UnstyledButton } from '@mantine/core';
import { IconLink, IconLinkOff } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { useEventWords } from '../records/event-words.ts';
import { recordHref } from '../records/record-href.ts';
import { showNumber, showTime } from '../time.ts';
import { useSearch } from '../ui/address.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { Link } from '../ui/link.tsx';
import { DataTable } from '../ui/table.tsx';
import classes from './activity.module.css';
import { RecordChanges } from './record-changes.tsx';

type Row = AnswerOf<'listAuditTrail'>['content'][number];

/** The rows of the trail; each opens what the chain keeps of it. */
export function AuditRows({ rows }: { rows: readonly Row[] }) {
  const t = useWords('activity');
  const { nameOf } = useEventWords();
  const [open, setOpen] = useState<Row>();
  const who = (row: Row) => row.actorName ?? t('system');
  return (
    <>
      <DataTable
        caption={t('title')}
        rows={rows}
        keyOf={(row) => row.eventId}
        nameOf={(row) => nameOf(row.eventType)}
        columns={[
          {
            key: 'event',
            label: t('columns.event'),
            cell: (row) => (
              <UnstyledButton className={classes.event} onClick={() => setOpen(row)} data-row-focus>
                {nameOf(row.eventType)}
              </UnstyledButton>
            ),
          },
          {
            key: 'record',
            label: t('columns.record'),
            cell: (row) => <RecordName row={row} />,
          },
          {
            key: 'who',
            label: t('columns.who'),
            cell: (row) => (
              <span className={classes.who}>
                <Avatar name={who(row)} size={24} /> {who(row)}
              </span>
            ),
          },
          { key: 'when', label: t('columns.when'), cell: (row) => showTime(row.occurredAt) },
          { key: 'proof', label: t('columns.proof'), cell: (row) => <Proof row={row} /> },
        ]}
        card={(row) => (
          <span className={classes.card}>
            <UnstyledButton className={classes.event} onClick={() => setOpen(row)}>
              {nameOf(row.eventType)}
            </UnstyledButton>
            <span className={classes.muted}>
              {[row.entityName, who(row), showTime(row.occurredAt)].filter(Boolean).join(' · ')}
            </span>
          </span>
        )}
      />
      <Sheet
        title={open ? nameOf(open.eventType) : ''}
        isOpen={open !== undefined}
        close={() => setOpen(undefined)}
        size="lg"
      >
        {open && <Kept row={open} />}
      </Sheet>
    </>
  );
}

function RecordName({ row }: { row: Row }) {
  const href = recordHref(row.entityType, row.entityId);
  const name = row.entityName ?? '';
  return href && name ? <Link href={href}>{name}</Link> : name;
}

function Proof({ row }: { row: Row }) {
  const t = useWords('activity');
  const Icon = row.sequence === null ? IconLinkOff : IconLink;
  return (
    <span className={classes.proof}>
      <Icon size={14} aria-hidden />
      {row.sequence === null
        ? t('notYet')
        : t('chained', { number: showNumber(Number(row.sequence)) })}
    </span>
  );
}

/** Shows what the chain keeps of an event, and leads to all events of its record or its person. */
function Kept({ row }: { row: Row }) {
  const t = useWords('activity');
  const insights = useWords('insights');
  const [, change] = useSearch<'activity'>();
  const wordOf = (value: unknown) => insights(`values.${value}`, { defaultValue: String(value) });
  const facts = [
    [t('columns.when'), showTime(row.occurredAt)],
    [t('columns.who'), row.actorName ?? t('system')],
    [t('columns.record'), row.entityName ?? row.entityId ?? ''],
    [t('kept.event'), row.eventId],
    [t('kept.sequence'), row.sequence === null ? t('notYet') : showNumber(Number(row.sequence))],
    [t('kept.hash'), row.hash ?? t('notYet')],
    ...Object.entries(row.attributes as Record<string, string>).map(([name, value]) => [
      insights(`attributes.${name}`, { defaultValue: name }),
      wordOf(value),
    ]),
  ];
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <RecordChanges event={row} />
      <div className={classes.pager}>
        {row.entityId && (
          <UnstyledButton
            className={classes.event}
            onClick={() =>
              change({
                entityType: row.entityType ?? undefined,
                entityId: row.entityId ?? undefined,
                cursor: undefined,
              })
            }
          >
            {t('ofRecord')}
          </UnstyledButton>
        )}
        {row.actorId && (
          <UnstyledButton
            className={classes.event}
            onClick={() => change({ actorId: row.actorId ?? undefined, cursor: undefined })}
          >
            {t('ofPerson')}
          </UnstyledButton>
        )}
      </div>
    </>
  );
}
