import { ActionIcon, Menu, Select, TextInput } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { AnswerOf } from '../api.ts';
import { can } from '../can.ts';
import { useRead, useWrite } from '../data.ts';
import { priorities } from '../enumerations.ts';
import { useFocusAnew } from '../focus-in-place.ts';
import { Form } from '../forms/form.tsx';
import { useForm } from '../forms/use-form.ts';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { showDate } from '../time.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/chip.tsx';
import { DateField } from '../ui/date-field.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { Section } from '../ui/page.tsx';
import { Tick } from '../ui/saved-at-once.tsx';
import { ErrorCard, Lines, Read } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import { tasksOf } from './record-parts.ts';
import classes from './tasks.module.css';

type Task = AnswerOf<'listTasks'>['content'][number];
type Of = { entityType: 'CONTACT' | 'HOUSEHOLD'; entityUuid: string };

/** Lists what is to be done about a person or a household; tasks are added and ticked off here. */
export function RecordTasks({ entityType, entityUuid }: Of) {
  const t = useWords('person');
  const user = usePerson();
  const [withDone, setWithDone] = useState(false);
  const record = { entityType, entityUuid };
  const open = useRead('listTasks', tasksOf(record, 'OPEN'));
  const done = useRead('listTasks', tasksOf(record, 'DONE'), { enabled: withDone });
  return (
    <Section title={t('tasks.title')}>
      <Read of={open} skeleton={<Lines count={2} height={28} />}>
        {({ content, totalElements }) => (
          <>
            {content.length === 0 && <p className={classes.quiet}>{t('tasks.none')}</p>}
            <ul className={classes.tasks}>
              {content.map((task) => (
                <TaskRow key={task.taskUuid} task={task} />
              ))}
              {withDone &&
                done.data?.content.map((task) => <TaskRow key={task.taskUuid} task={task} />)}
            </ul>
            {totalElements > content.length && (
              <p className={classes.quiet}>
                {t('tasks.more', { count: totalElements - content.length })}
              </p>
            )}
          </>
        )}
      </Read>
      {can('createTask', user) && <NewTask entityType={entityType} entityUuid={entityUuid} />}
      <Button variant="subtle" size="compact-sm" onClick={() => setWithDone(!withDone)}>
        {t(withDone ? 'tasks.hideDone' : 'tasks.showDone')}
      </Button>
    </Section>
  );
}

function TaskRow({ task }: { task: Task }) {
  const t = useWords('person');
  const complete = useWrite('completeTask');
  const reopen = useWrite('reopenTask');
  const remove = useWrite('deleteTask');
  const create = useWrite('createTask');
  const user = usePerson();
  const { taskUuid, title, dueDate, priority, assigneeName, isOverdue } = task;
  const path = { taskUuid };
  const isDone = task.status === 'DONE';
  const [isTicked, setTicked] = useState(isDone);
  const finish = () => {
    setTicked(true);
    complete.mutate(
      { path },
      {
        onError: () => setTicked(false),
        onSuccess: () =>
          toast({
            message: t('tasks.completed', { title }),
            undo: () => reopen.mutate({ path }),
          }),
      },
    );
  };
  const begin = () => {
    setTicked(false);
    reopen.mutate({ path }, { onError: () => setTicked(true) });
  };
  const takeAway = () =>
    remove.mutate(
      { path },
      {
        onSuccess: () => {
          const { details, assigneeUuid, entityType, entityUuid } = task;
          const body = { title, details, dueDate, priority, assigneeUuid, entityType, entityUuid };
          toast({
            message: t('tasks.removed', { title }),
            undo: () => create.mutate({ body }),
          });
        },
      },
    );
  const error = complete.error ?? reopen.error ?? remove.error;
  return (
    <li className={classes.task}>
      <Tick
        aria-label={t(isDone ? 'tasks.reopen' : 'tasks.complete', { title })}
        checked={isTicked}
        disabled={complete.isPending || reopen.isPending || !can('completeTask', user)}
        onChange={() => (isDone ? begin() : finish())}
      />
      <span className={classes.said}>
        <span data-done={isDone || undefined} className={classes.taskTitle}>
          {title}
        </span>
        <span className={classes.saidText}>
          {[assigneeName, dueDate && t('tasks.due', { date: showDate(dueDate) })]
            .filter(Boolean)
            .join(' · ')}
        </span>
        {error && <ErrorCard error={error} />}
      </span>
      {isOverdue ? (
        <Chip tone="bad">{t('tasks.overdue')}</Chip>
      ) : (
        priority === 'HIGH' && !isDone && <Chip tone="warn">{t('tasks.priority.HIGH')}</Chip>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t('tasks.acts', { title })}>
            <IconDots size={16} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuItem
            color="red"
            leftSection={<IconTrash size={16} aria-hidden />}
            disabled={!can('deleteTask', user)}
            onClick={takeAway}
          >
            {t('tasks.remove')}
          </MenuItem>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

/** A line for a new task, empty again after each that was made. */
function NewTask(of: Of) {
  const [count, setCount] = useState(0);
  const place = useFocusAnew<HTMLDivElement>(count, 'input');
  return (
    <div ref={place}>
      <TaskLine {...of} saved={() => setCount(count + 1)} />
    </div>
  );
}

const noTask = { title: '', dueDate: '', priority: 'NORMAL' as (typeof priorities)[number] };

function TaskLine({ entityType, entityUuid, saved }: Of & { saved: () => void }) {
  const t = useWords('person');
  const write = useWrite('createTask');
  const state = useForm({
    initial: noTask,
    draft: `new-task:${entityUuid}`,
    limits: 'createTask',
    send: ({ title, dueDate, priority }, { headers }) => {
      const due = dueDate ? { dueDate } : {};
      const body = { title: title.trim(), priority, entityType, entityUuid, ...due };
      return write.mutateAsync({ body, headers });
    },
    saved,
    anew: () => ({ values: noTask }),
  });
  const { form } = state;
  const isEmpty = !form.values.title.trim();
  return (
    <Form
      of={state}
      act={t('tasks.add')}
      isLine
      isDisabled={isEmpty}
      className={classes.newTask}
      footerClass={classes.taskAct}
      labelOf={(path) => t(path === 'dueDate' ? 'tasks.dueDate' : 'tasks.new')}
    >
      <TextInput
        aria-label={t('tasks.new')}
        placeholder={t('tasks.new')}
        autoComplete="off"
        {...form.getInputProps('title')}
      />
      {!isEmpty && (
        <div className={classes.taskMore}>
          <DateField
            size="xs"
            label={t('tasks.dueDate')}
            keepsText
            {...form.getInputProps('dueDate')}
          />
          <Select
            size="xs"
            label={t('tasks.priorityOf')}
            allowDeselect={false}
            data={priorities.map((value) => ({ value, label: t(`tasks.priority.${value}`) }))}
            {...form.getInputProps('priority')}
          />
        </div>
      )}
    </Form>
  );
}
