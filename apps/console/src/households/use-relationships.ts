import { useWords } from '../i18n/words.ts';
import { groups, type Relationship, relationshipsOf } from './relationships.ts';

/** Returns the relationships by kind, to choose from, and the word for one. */
export function useRelationships() {
  const roles = useWords('relationships');
  const labelOf = (relationship: Relationship | null) =>
    relationship ? roles(`types.${relationship}`) : roles('none');
  const choices = groups.map((group) => ({
    group: roles(`groups.${group}`),
    items: relationshipsOf(group)
      .map((value) => ({ value, label: labelOf(value) }))
      .sort((a, b) => a.label.localeCompare(b.label)),
  }));
  return { choices, labelOf };
}
