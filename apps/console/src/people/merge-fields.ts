import type { BodyOf } from '../api.ts';
import { valueAt } from '../forms/paths.ts';
import { useWords } from '../i18n/words.ts';
import { type Field, shownValue } from '../records/field.tsx';
import { useComplianceFields } from './compliance-fields.ts';
import type { Person } from './edit-section.tsx';
import { usePersonFields } from './person-fields.ts';

type Taken = NonNullable<NonNullable<BodyOf<'mergeContacts'>>['take']>[number];

/** A field in which two records differ: each value as it is shown, undefined where nothing is said. */
export type Difference = {
  key: string;
  label: string;
  /** The fields that go together, as the API names them. */
  names: readonly Taken[];
  own: string | undefined;
  others: string | undefined;
};

const identity = ['identityType', 'identityId', 'identityCountry'] as const;
const isOfIdentity = ({ path }: Field) => identity.some((each) => each === path);
type Told = Pick<Difference, 'key' | 'label' | 'names'> & { of: readonly Field[] };
const lists = ['identityDocuments', 'pepEntries', 'employmentHistory'] as const;

/** Returns the fields in which two records of one person differ. */
export function useMergeFields(person: Person, other: Person): Difference[] {
  const t = useWords('people');
  const more = useWords('person');
  const fields = usePersonFields();
  const { declarations, employment } = useComplianceFields();
  const shown = (own: readonly Field[], record: Person) =>
    own
      .filter(({ isFor }) => isFor?.(record) ?? true)
      .flatMap((field) => shownValue(field, valueAt(record, field.path)) ?? [])
      .join(' · ') || undefined;
  const single = [
    ...fields.personal,
    ...fields.contact,
    ...fields.identity.filter((field) => !isOfIdentity(field)),
    ...fields.wealth,
    ...fields.relation,
    ...declarations,
  ].map((field) => ({ key: field.path, label: field.label, names: [field.path], of: [field] }));
  const together: Told[] = [
    {
      key: 'identity',
      label: t('sections.identity'),
      names: identity,
      of: fields.identity.filter(isOfIdentity),
    },
    {
      key: 'currentEmployment',
      label: t('sections.employment'),
      names: ['currentEmployment'],
      of: employment,
    },
  ];
  const told = [...single, ...together].map(({ of, ...rest }) => ({
    ...rest,
    own: shown(of, person),
    others: shown(of, other),
  }));
  const counted = lists.map((name) => {
    const count = (record: Person) => record[name]?.length ?? 0;
    const say = (record: Person) =>
      count(record) > 0 ? more('merge.entries', { count: count(record) }) : undefined;
    const isSame = JSON.stringify(person[name] ?? []) === JSON.stringify(other[name] ?? []);
    const own = say(person);
    const label = t(`merged.${name}`);
    return { key: name, label, names: [name], own, others: isSame ? own : say(other), isSame };
  });
  return [
    ...told.filter(({ own, others }) => own !== others),
    ...counted.filter(({ isSame }) => !isSame),
  ];
}
