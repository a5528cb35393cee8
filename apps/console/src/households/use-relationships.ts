import { useWords } from '../i18n/words.ts';
import { groups, type Party, type Relationship, relationshipsOf } from './relationships.ts';

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
  /** A name with its role, as it is read aloud. */
  const describe = ({ name, relationship, isPrimary, isFormer }: Party) =>
    [
      name,
      labelOf(relationship),
      ...(isPrimary ? [roles('primary')] : []),
      ...(isFormer ? [roles('former')] : []),
    ].join(', ');
  return { choices, labelOf, describe };
}
