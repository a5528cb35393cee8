import type { UseQueryResult } from '@tanstack/react-query';
import type { AnswerOf, ApiError } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showNumber } from '../time.ts';
import { Link } from '../ui/link.tsx';
import { Lines, Read } from '../ui/states.tsx';
import type { Person } from './column-after.ts';
import { PersonCard } from './person-card.tsx';
import classes from './pipeline.module.css';
import type { Drag } from './use-drag.ts';
import type { Refused } from './use-pipeline.ts';

type Stage = { value: string; label: string };
type Props = {
  stage: Stage;
  stages: readonly Stage[];
  of: UseQueryResult<AnswerOf<'filterContacts'>, ApiError>;
  manager: string | undefined;
  refused: Refused | undefined;
  canMove: boolean;
  drag: Drag;
  move: (person: Person, stage: string) => void;
};

/** A stage with its people; thin while nobody is there. Cards can be dropped on it. */
export function StageColumn(props: Props) {
  const { stage, stages, of, manager, refused, canMove, drag, move } = props;
  const t = useWords('pipeline');
  const total = of.data?.totalElements ?? 0;
  return (
    <section
      className={classes.column}
      aria-label={stage.label}
      data-thin={of.data?.totalElements === 0 || undefined}
      data-stage={stage.value}
    >
      <h2 className={classes.columnTitle}>
        <span>{stage.label}</span>
        <span className={classes.count}>{showNumber(total)}</span>
      </h2>
      <Read of={of} skeleton={<Lines count={4} height={64} />}>
        {(page) => (
          <>
            <ul className={classes.cards}>
              {page.content.map((person) => (
                <PersonCard
                  key={person.contactUuid}
                  person={person}
                  stages={stages}
                  canMove={canMove}
                  isRefused={refused?.person.contactUuid === person.contactUuid}
                  drag={drag}
                  move={(to) => move(person, to)}
                />
              ))}
            </ul>
            {page.totalElements > page.content.length && (
              <Link
                className={classes.rest}
                href={pathTo('people', { stage: stage.value, manager })}
              >
                {t('rest', { count: page.totalElements - page.content.length })}
              </Link>
            )}
          </>
        )}
      </Read>
    </section>
  );
}
