import { useWords } from '../i18n/words.ts';
import {
  commonest,
  groups,
  isPossible,
  type Relationship,
  relationshipsOf,
} from './relationships.ts';

/** Returns the relationships by kind, to choose from, and the word for one. */
export function useRelationships() {
  const roles = useWords('relationships');
  const labelOf = (relationship: Relationship | null) =>
    relationship ? roles(`types.${relationship}`) : roles('none');
  /** The five that are chosen most, then all others by kind; those of a person or of an organisation. */
  const choicesFor = (isOrganisation: boolean) => {
    const first: readonly Relationship[] = commonest[isOrganisation ? 'organisation' : 'person'];
    const itemOf = (value: Relationship) => ({ value, label: labelOf(value) });
    const others = groups.map((group) => ({
      group: roles(`groups.${group}`),
      items: relationshipsOf(group)
        .filter((each) => !first.includes(each) && isPossible(each, isOrganisation))
        .map(itemOf)
        .sort((a, b) => a.label.localeCompare(b.label)),
    }));
    return [
      { group: roles('commonest'), items: first.map(itemOf) },
      ...others.filter(({ items }) => items.length > 0),
    ];
  };
  return { choicesFor, labelOf };
}
