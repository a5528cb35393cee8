import type { AnswerOf } from '../api.ts';
import { useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { showDate } from '../time.ts';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import { Tick } from '../ui/saved-at-once.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { TaskTitle } from './task-title.tsx';
import classes from './today.module.css';
import { useToday } from './use-today.ts';

type Task = AnswerOf<'listTasks'>['content'][number];

/** The person's tasks that are due within a week, to be completed here. */
export function TasksCard() {
  const t = useWords('today');
  const day = useToday();
  return (
    <Section title={t('tasks.title')}>
      <Read of={day} skeleton={<Lines count={4} height={36} />}>
        {({ tasks: { content, totalElements } }) =>
          content.length === 0 ? (
            <p className={classes.quiet}>{t('tasks.none')}</p>
          ) : (
            <>
              <ul className={classes.rows}>
                {content.map((task) => (
                  <TaskRow key={task.taskUuid} task={task} />
                ))}
              </ul>
              {totalElements > content.length && (
                <p className={classes.quiet}>
                  {t('tasks.more', { count: totalElements - content.length })}
                </p>
              )}
            </>
          )
        }
      </Read>
    </Section>
  );
}

function TaskRow({ task }: { task: Task }) {
  const t = useWords('today');
  const complete = useWrite('completeTask');
  const reopen = useWrite('reopenTask');
  const path = { taskUuid: task.taskUuid };
  const finish = async () => {
    await complete.mutateAsync({ path });
    toast({
      message: t('tasks.completed', { title: task.title }),
      undo: () => void reopen.mutateAsync({ path }),
    });
  };
  return (
    <li className={classes.row}>
      <Tick
        className={classes.check}
        aria-label={t('tasks.complete', { title: task.title })}
        checked={complete.isPending || complete.isSuccess}
        disabled={complete.isPending}
        onChange={() => void finish().catch(() => undefined)}
      />
      <span className={classes.what}>
        <span className={classes.title}>
          <TaskTitle task={task} />
        </span>
        <span className={classes.meta}>
          {task.dueDate && t('tasks.due', { date: showDate(task.dueDate) })}
        </span>
        {complete.error && <ErrorCard error={complete.error} />}
      </span>
      {task.isOverdue ? (
        <Chip tone="bad">{t('tasks.overdue')}</Chip>
      ) : (
        task.priority === 'HIGH' && <Chip tone="warn">{t('tasks.high')}</Chip>
      )}
    </li>
  );
}
