import { IconCheck, IconHandGrab } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { ErrorCard, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import classes from './queue.module.css';

/** A task: to be completed, or to be taken from a colleague. */
export function MendTask({ taskUuid }: { taskUuid: string }) {
  const task = useRead('getTask', { path: { taskUuid } });
  return <Read of={task}>{(read) => <TaskActs task={read} />}</Read>;
}

function TaskActs({ task }: { task: AnswerOf<'getTask'> }) {
  const t = useWords('queue');
  const user = usePerson();
  const complete = useWrite('completeTask');
  const reopen = useWrite('reopenTask');
  const update = useWrite('updateTask');
  const path = { taskUuid: task.taskUuid };
  const finish = async () => {
    await complete.mutateAsync({ path });
    toast({
      message: t('taskDone', { title: task.title }),
      undo: () => void reopen.mutateAsync({ path }),
    });
  };
  const take = async () => {
    await update.mutateAsync({ path, body: { assigneeUuid: user?.userUuid ?? '' } });
    toast({ message: t('taken', { name: task.title }) });
  };
  const error = complete.error ?? update.error;
  return (
    <>
      {task.details && <p className={classes.details}>{task.details}</p>}
      <p className={classes.text}>
        {t('taskOf', { name: task.assigneeName ?? '', date: showDate(task.dueDate) || '—' })}{' '}
        {task.isOverdue && <Chip tone="bad">{t('overdue')}</Chip>}
      </p>
      {error && <ErrorCard error={error} />}
      <div className={classes.footActs}>
        <Button
          loading={complete.isPending}
          leftSection={<IconCheck size={16} aria-hidden />}
          onClick={() => void finish().catch(() => undefined)}
        >
          {t('complete')}
        </Button>
        {task.assigneeUuid !== user?.userUuid && (
          <Button
            variant="default"
            loading={update.isPending}
            leftSection={<IconHandGrab size={16} aria-hidden />}
            onClick={() => void take().catch(() => undefined)}
          >
            {t('take.act')}
          </Button>
        )}
      </div>
    </>
  );
}
