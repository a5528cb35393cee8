import { valueAt } from '../forms/paths.ts';
import type { Place } from '../forms/told-limits.ts';
import { useWords } from '../i18n/words.ts';
import { type Field, shownValue } from '../records/field.tsx';
import { FieldsForm } from '../records/record-form.tsx';
import { toast } from '../ui/toast.tsx';
import type { ItemField, ListName } from './compliance-fields.ts';
import type { Person } from './edit-section.tsx';
import { ItemList } from './item-list.tsx';
import { useItems } from './use-items.ts';

type Props<List extends ListName> = {
  title: string;
  person: Person;
  list: List;
  fields: readonly ItemField<List>[];
  /** Says one item in a line or two. */
  say: (item: object) => React.ReactNode;
  empty: string;
};

/** A list within a person's record: documents, addresses, jobs; each item is changed by itself. */
export function ListSection<List extends ListName>(props: Props<List>) {
  const { title, person, list, fields, say, empty } = props;
  const t = useWords('common');
  const change = useItems(person.contactUuid, list);
  return (
    <ItemList
      title={title}
      items={(person[list] ?? []) as readonly object[]}
      empty={empty}
      nameOf={(_item, at) => `${title} ${at + 1}`}
      show={(item) => <div>{say(item)}</div>}
      change={change}
      // The API changes addresses one by one, and removes all of them only.
      isRemovable={list !== 'addresses'}
      size="lg"
      form={(item, close) => (
        <FieldsForm
          fields={fields}
          record={item}
          isNew={!item}
          send={(part: object) => change(item, part)}
          saved={() => {
            close();
            toast({ message: t('saved') });
          }}
          close={close}
          act={t('save')}
          limits={() =>
            Object.fromEntries(
              fields.map(({ path }) => [path, `updateContact:${list}[].${path}` as Place]),
            )
          }
          draft={`person:${person.contactUuid}:${list}:${item ? JSON.stringify(item) : 'new'}`}
          pathOf={(field) => field.replace(/^\w+\[\d+\]\./, '')}
        />
      )}
    />
  );
}

/** Returns the shown values of fields, one after another, without what is missing. */
export const said = (fields: readonly Field[], item: object, paths: readonly string[]) =>
  paths
    .flatMap((path) => {
      const field = fields.find((each) => each.path === path);
      return (field && shownValue(field, valueAt(item, path))) ?? [];
    })
    .join(' · ');
