import { IconCheck, IconRotate } from '@tabler/icons-react';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import type { Href } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { showDate, today } from '../time.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { Link } from '../ui/link.tsx';
import { ErrorCard } from '../ui/states.tsx';
import type { Column } from '../ui/table.tsx';
import { toast } from '../ui/toast.tsx';
import { type Task, titleOf } from './task.ts';
import classes from './tasks.module.css';

/** Returns the columns of the list; whose a task is only where there are others'. */
export function useTaskColumns(isTeam: boolean): Column<Task>[] {
  const t = useWords('tasks');
  const assignee: Column<Task> = {
    key: 'assignee',
    label: t('assignee'),
    cell: (row) => (
      <span className={classes.who}>
        <Avatar name={row.assigneeName ?? ''} size={22} /> {row.assigneeName}
      </span>
    ),
  };
  return [
    { key: 'title', label: t('task'), sort: 'title', cell: (row) => <Title task={row} /> },
    { key: 'due', label: t('due'), sort: 'dueDate', cell: (row) => <Due task={row} /> },
    ...(isTeam ? [assignee] : []),
    { key: 'act', label: t('act'), cell: (row) => <Finish task={row} /> },
  ];
}

type CardProps = { task: Task; href: Href; isTeam: boolean };

/** A task on the phone. */
export function TaskCard({ task, href, isTeam }: CardProps) {
  return (
    <span className={classes.card}>
      <Link href={href} className={classes.open} data-row-focus>
        <Title task={task} />
      </Link>
      <span className={classes.cardLine}>
        <Due task={task} />
        {isTeam && <span className={classes.muted}>{task.assigneeName}</span>}
        <Finish task={task} />
      </span>
    </span>
  );
}

function Title({ task }: { task: Task }) {
  const t = useWords('tasks');
  return (
    <span className={classes.title}>
      <span>
        {task.recordName && (
          <PersonChip
            of={
              task.entityType === 'CONTACT' && task.entityUuid
                ? { contactUuid: task.entityUuid }
                : undefined
            }
            className={classes.named}
          >
            {task.recordName}
          </PersonChip>
        )}
        {task.recordName && ' · '}
        {task.title}
      </span>
      {task.priority === 'HIGH' && task.status === 'OPEN' && (
        <Chip tone="warn" isQuiet>
          {t('priorities.HIGH')}
        </Chip>
      )}
    </span>
  );
}

/** Says until when, or since when it is late. */
function Due({ task: { dueDate, isOverdue, completedAt, status } }: { task: Task }) {
  const t = useWords('tasks');
  if (status === 'DONE') return <span className={classes.muted}>{showDate(completedAt)}</span>;
  if (!dueDate) return <span className={classes.muted}>{t('noDate')}</span>;
  const days = today().until(Temporal.PlainDate.from(dueDate)).days;
  if (isOverdue) return <Chip tone="bad">{t('late', { count: Math.max(1, -days) })}</Chip>;
  if (days === 0) return <Chip tone="warn">{t('dues.TODAY')}</Chip>;
  return <span>{days === 1 ? t('tomorrow') : showDate(dueDate)}</span>;
}

/** Completes a task, or opens it again. */
function Finish({ task }: { task: Task }) {
  const t = useWords('tasks');
  const complete = useWrite('completeTask');
  const reopen = useWrite('reopenTask');
  const path = { taskUuid: task.taskUuid };
  const isDone = task.status === 'DONE';
  const finish = () =>
    complete.mutate(
      { path },
      {
        onSuccess: () =>
          toast({
            message: t('completed', { title: titleOf(task) }),
            undo: () => reopen.mutate({ path }),
          }),
      },
    );
  const error = complete.error ?? reopen.error;
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={t(isDone ? 'reopenOne' : 'completeOne', { title: titleOf(task) })}
        loading={complete.isPending || reopen.isPending}
        leftSection={
          isDone ? <IconRotate size={14} aria-hidden /> : <IconCheck size={14} aria-hidden />
        }
        onClick={() => (isDone ? reopen.mutate({ path }) : finish())}
      >
        {t(isDone ? 'reopen' : 'complete')}
      </Button>
      {error && <ErrorCard error={error} />}
    </>
  );
}
