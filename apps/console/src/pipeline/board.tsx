import { IconLayoutKanban } from '@tabler/icons-react';
import { can } from '../can.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { usePeopleFilters } from '../people/list-filters.ts';
import { usePerson } from '../person.ts';
import { Filters } from '../records/filters.tsx';
import { nameOf } from '../records/person-name.ts';
import { useStages } from '../records/use-lists.ts';
import { useSearch } from '../ui/address.ts';
import { Page } from '../ui/page.tsx';
import { Empty, Lines } from '../ui/states.tsx';
import { toast } from '../ui/toast.tsx';
import type { Person } from './column-after.ts';
import { Funnel } from './funnel.tsx';
import { NotMoved } from './not-moved.tsx';
import classes from './pipeline.module.css';
import { StageColumn } from './stage-column.tsx';
import { useDrag } from './use-drag.ts';
import { usePipeline } from './use-pipeline.ts';

/** Everyone on the way to be a client, by stage: dragged, or moved by menu. */
export default function Pipeline() {
  const t = useWords('pipeline');
  const user = usePerson();
  const [search] = useSearch<'pipeline'>();
  const { options: stages, labelOf } = useStages();
  const managers = usePeopleFilters().filter(({ key }) => key === 'manager');
  const { columns, move, refused } = usePipeline(
    stages.map(({ value }) => value),
    search.manager,
  );
  const canMove = can('updateContact', user);
  const moveTo = async (person: Person, stageName: string, isUndo = false) => {
    const before = person.stageName;
    const isMoved = await move(person, stageName);
    if (!isMoved) return;
    const undo =
      before && !isUndo ? { undo: () => void moveTo({ ...person, stageName }, before, true) } : {};
    toast({ message: t('moved', { name: nameOf(person), stage: labelOf(stageName) }), ...undo });
  };
  const drag = useDrag({ canDrag: canMove, drop: (person, to) => void moveTo(person, to) });
  const counts = stages.map(({ value, label }, index) => ({
    value,
    label,
    count: columns[index]?.data?.totalElements ?? 0,
  }));
  return (
    <Page
      title={t('title')}
      lead={t('lead')}
      crumbs={[{ label: t('people'), href: pathTo('people') }]}
    >
      <div className={classes.tools}>
        <Filters filters={managers} />
      </div>
      {stages.length === 0 ? (
        columns.length === 0 ? (
          <Empty
            icon={<IconLayoutKanban size={30} />}
            title={t('noStages')}
            text={t('noStagesText')}
          />
        ) : (
          <Lines count={6} />
        )
      ) : (
        <>
          {refused && <NotMoved refused={refused} />}
          <Funnel counts={counts} />
          <div ref={drag.hold} className={classes.board}>
            {stages.map(({ value, label }, index) => {
              const of = columns[index];
              return (
                of && (
                  <StageColumn
                    key={value}
                    stage={{ value, label }}
                    stages={stages}
                    of={of}
                    manager={search.manager}
                    refused={refused}
                    canMove={canMove}
                    drag={drag}
                    move={(person, to) => void moveTo(person, to)}
                  />
                )
              );
            })}
          </div>
          <div ref={drag.ghost} className={classes.ghost} aria-hidden hidden />
        </>
      )}
    </Page>
  );
}
