import { SegmentedControl } from '@mantine/core';
import { IconCheckbox } from '@tabler/icons-react';
import { can } from '../can.ts';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import { ListPage } from '../records/list-page.tsx';
import { usualSort } from '../records/list-question.ts';
import { useListState } from '../records/list-state.ts';
import { useStaffFilter } from '../staff-names.ts';
import { Button } from '../ui/button.tsx';
import { useIsPhone } from '../ui/phone-width.ts';
import { TaskCard, useTaskColumns } from './list-rows.tsx';
import { type Task, titleOf } from './task.ts';
import { TaskSheet } from './task-sheet.tsx';
import { daysAhead, tasksOf } from './tasks-question.ts';

/** What is to be done: one's own tasks or the team's, by due date; each opens at the side. */
export default function Tasks() {
  const t = useWords('tasks');
  const user = usePerson();
  const isPhone = useIsPhone();
  const state = useListState(usualSort.tasks);
  const { search, change, paging } = state;
  const isTeam = search.of === 'team';
  const assignee = useStaffFilter('assignee', t('assignee'), isTeam ? search.assignee : undefined);
  const query = { ...paging, ...tasksOf(search, user?.userUuid) };
  const tasks = useRead('listTasks', { query }, { keepsOld: true, onReturn: true });
  const columns = useTaskColumns(isTeam);
  const hrefOf = (row: Task) => pathTo('tasks', { ...search, open: row.taskUuid });
  const create = can('createTask', user)
    ? { label: t('new'), run: () => change({ open: 'new' }) }
    : undefined;
  return (
    <>
      <ListPage
        name="tasks"
        state={state}
        of={tasks}
        title={t('title')}
        lead={(total) => (query.status === 'DONE' ? t('leadDone', total) : t('lead', total))}
        find={t('find')}
        tabs={
          <SegmentedControl
            aria-label={t('whose')}
            value={isTeam ? 'team' : 'mine'}
            onChange={(of) =>
              change({ of: of === 'team' ? of : undefined, assignee: undefined, page: undefined })
            }
            data={[
              { value: 'mine', label: t('mine') },
              { value: 'team', label: t('team') },
            ]}
          />
        }
        filters={[
          ...assignee,
          {
            key: 'due',
            label: t('due'),
            options: Object.keys(daysAhead).map((value) => ({ value, label: t(`dues.${value}`) })),
          },
          {
            key: 'status',
            label: t('status'),
            options: [{ value: 'DONE', label: t('done') }],
          },
        ]}
        create={create}
        empty={{
          icon: <IconCheckbox size={30} />,
          title: t(isTeam ? 'noneOfTeam' : 'none'),
          text: t('noneText'),
          act: create && <Button onClick={create.run}>{create.label}</Button>,
        }}
        nothing={{ title: t('nothing'), text: t('nothingText') }}
        columns={columns}
        keyOf={(row) => row.taskUuid}
        nameOf={titleOf}
        // A card holds an act besides: its title alone leads on.
        {...(isPhone ? {} : { hrefOf })}
        card={(row) => <TaskCard task={row} href={hrefOf(row)} isTeam={isTeam} />}
      />
      {search.open && (
        <TaskSheet
          key={search.open}
          taskUuid={search.open === 'new' ? undefined : search.open}
          close={() => change({ open: undefined })}
        />
      )}
    </>
  );
}
