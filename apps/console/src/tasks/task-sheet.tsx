import { IconTrash } from '@tabler/icons-react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showAgo } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Sheet } from '../ui/dialog.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { TaskForm } from './task-form.tsx';
import classes from './tasks.module.css';

type Props = { taskUuid: string | undefined; close: () => void };

/** A task at the side of the list: to read it whole, change it, give it to somebody; or a new one. */
export function TaskSheet({ taskUuid, close }: Props) {
  const t = useWords('tasks');
  return (
    <Sheet title={t(taskUuid ? 'task' : 'new')} isOpen close={close}>
      {taskUuid ? (
        <Known taskUuid={taskUuid} close={close} />
      ) : (
        <TaskForm task={undefined} close={close} />
      )}
    </Sheet>
  );
}

function Known({ taskUuid, close }: { taskUuid: string; close: () => void }) {
  const task = useRead('getTask', { path: { taskUuid } });
  return (
    <Read of={task} skeleton={<Lines count={6} height={40} />}>
      {(read) => (
        <>
          <TaskForm task={read} close={close} />
          <About task={read} close={close} />
        </>
      )}
    </Read>
  );
}

/** Says who gave the task and when, and takes it away. */
function About({ task, close }: { task: AnswerOf<'getTask'>; close: () => void }) {
  const t = useWords('tasks');
  const user = usePerson();
  const remove = useWrite('deleteTask');
  const takeAway = () =>
    remove.mutate(
      { path: { taskUuid: task.taskUuid } },
      {
        onSuccess: () => {
          toast({ message: t('removed', { title: task.title }) });
          close();
        },
      },
    );
  return (
    <div className={classes.about}>
      <span className={classes.muted}>
        {task.createdByName
          ? t('made', { name: task.createdByName, ago: showAgo(task.createdAt) })
          : t('madeAgo', { ago: showAgo(task.createdAt) })}
      </span>
      {can('deleteTask', user) && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          loading={remove.isPending}
          leftSection={<IconTrash size={14} aria-hidden />}
          onClick={takeAway}
        >
          {t('remove')}
        </Button>
      )}
      {remove.error && <ErrorCard error={remove.error} />}
    </div>
  );
}
