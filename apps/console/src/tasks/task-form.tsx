import { Group, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core';
import { type AnswerOf, call } from '../api.ts';
import { can } from '../can.ts';
import { useWrite } from '../data.ts';
import { priorities } from '../enumerations.ts';
import { Form } from '../forms/form.tsx';
import { lastChangeOf } from '../forms/last-change.ts';
import { pathsThatDiffer } from '../forms/paths.ts';
import { useForm } from '../forms/use-form.ts';
import { useWords, wordsOf } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import { StaffSelect } from '../records/staff-select.tsx';
import { DateField } from '../ui/date-field.tsx';
import { toast } from '../ui/toast.tsx';
import { type About, AboutSelect } from './about-select.tsx';

type Known = AnswerOf<'getTask'>;
type Values = {
  title: string;
  details: string;
  dueDate: string;
  assignee: { uuid: string; name: string };
  priority: Known['priority'];
  about: About | null;
};

const valuesOf = (task: Known): Values => ({
  title: task.title,
  details: task.details ?? '',
  dueDate: task.dueDate ?? '',
  assignee: { uuid: task.assigneeUuid, name: task.assigneeName ?? '' },
  priority: task.priority,
  about:
    task.entityType && task.entityUuid
      ? { entityType: task.entityType, entityUuid: task.entityUuid, name: task.recordName ?? '' }
      : null,
});

type Props = { task: Known | undefined; close: () => void };

/** What is to be done, until when, by whom, and about what record or none. */
export function TaskForm({ task, close }: Props) {
  const t = useWords('tasks');
  const user = usePerson();
  const create = useWrite('createTask');
  const update = useWrite('updateTask');
  const path = { taskUuid: task?.taskUuid ?? '' };
  const assignee = { uuid: user?.userUuid ?? '', name: user?.displayName ?? '' };
  const state = useForm<Values, unknown>({
    initial: task
      ? valuesOf(task)
      : { title: '', details: '', dueDate: '', assignee, priority: 'NORMAL', about: null },
    ...(task ? { version: task.version } : {}),
    draft: task ? `task:${task.taskUuid}` : 'new-task',
    limits: 'createTask',
    check: ({ title }) => (title.trim() ? {} : { title: wordsOf('common')('required') }),
    send: (values, { headers, initial }) =>
      task
        ? update.mutateAsync({ path, body: changesOf(values, initial), headers })
        : create.mutateAsync({ body: inputOf(values), headers }),
    saved: (_, { title }) => {
      toast({ message: t(task ? 'saved' : 'created', { title: title.trim() }) });
      close();
    },
    ...(task && {
      reread: async () => {
        const of = { entityType: 'TASK', entityUuid: task.taskUuid } as const;
        const [now, last] = await Promise.all([call('getTask', { path }), lastChangeOf(of)]);
        return { values: valuesOf(now), version: now.version, ...last };
      },
    }),
    pathOf: (field) => ({ assigneeUuid: 'assignee', entityUuid: 'about' })[field] ?? field,
  });
  const { form } = state;
  const labelOf = (path: string) => {
    const [field = ''] = path.split('.');
    return t(field === 'title' ? 'titleField' : field);
  };
  const { about, priority } = form.values;
  return (
    <Form
      of={state}
      act={t(task ? 'save' : 'create')}
      close={close}
      labelOf={labelOf}
      show={(_, value) =>
        ((value as { name?: string } | null)?.name ?? String(value ?? '–')) || '–'
      }
    >
      <Stack gap="md">
        <TextInput
          label={t('titleField')}
          withAsterisk
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('title')}
        />
        <DateField label={t('dueDate')} keepsText {...form.getInputProps('dueDate')} />
        {can('searchStaff', user) && (
          <StaffSelect
            key={form.values.assignee.uuid}
            label={t('assignee')}
            value={form.values.assignee}
            onChange={({ uuid, name }) => form.setFieldValue('assignee', { uuid, name })}
          />
        )}
        <AboutSelect
          label={t('about')}
          value={about}
          onChange={(next) => form.setFieldValue('about', next)}
        />
        <Group gap="sm">
          <span id="task-priority">{t('priority')}</span>
          <SegmentedControl
            aria-labelledby="task-priority"
            size="xs"
            value={priority}
            onChange={(next) => form.setFieldValue('priority', next as Values['priority'])}
            data={priorities.map((value) => ({ value, label: t(`priorities.${value}`) }))}
          />
        </Group>
        <Textarea
          label={t('details')}
          autosize
          minRows={3}
          maxRows={10}
          {...form.getInputProps('details')}
        />
      </Stack>
    </Form>
  );
}

/** Returns a form's values as the API takes them. */
const inputOf = ({ title, details, dueDate, assignee, priority, about }: Values) => ({
  title: title.trim(),
  details: details.trim() || null,
  dueDate: dueDate || null,
  assigneeUuid: assignee.uuid,
  priority,
  entityType: about?.entityType ?? null,
  entityUuid: about?.entityUuid ?? null,
});

/** Returns what was changed alone; a record goes with its kind. */
function changesOf(values: Values, from: Values) {
  const changed = new Set(pathsThatDiffer(values, from).map((path) => path.split('.')[0]));
  const { title, details, dueDate, assigneeUuid, priority, entityType, entityUuid } =
    inputOf(values);
  return {
    ...(changed.has('title') && { title }),
    ...(changed.has('details') && { details }),
    ...(changed.has('dueDate') && { dueDate }),
    ...(changed.has('assignee') && { assigneeUuid }),
    ...(changed.has('priority') && { priority }),
    ...(changed.has('about') && { entityType, entityUuid }),
  };
}
