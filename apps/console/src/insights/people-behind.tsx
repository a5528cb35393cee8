import type { AnswerOf } from '../api.ts';
import { pathTo } from '../paths.ts';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { useSources } from '../records/use-lists.ts';
import classes from './insights.module.css';

type Person = AnswerOf<'filterContacts'>['content'][number];

/** The people behind a figure, each with adviser and source. */
export function PeopleBehind({ people }: { people: readonly Person[] }) {
  const { labelOf } = useSources();
  return (
    <ul className={classes.people}>
      {people.map((person) => (
        <li key={person.contactUuid}>
          <PersonChip of={person} href={pathTo('person', { contactUuid: person.contactUuid })}>
            {nameOf(person)}
          </PersonChip>
          <span>
            {[person.managerName, person.contactSource && labelOf(person.contactSource)]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
