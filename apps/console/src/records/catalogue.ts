import { contactFields, householdFields, meetingFields } from '../field-catalogue.ts';
import type { Column } from '../ui/table.tsx';

/** The fields of each record, as the platform's own tables have them. */
export const catalogue = {
  contact: contactFields,
  household: householdFields,
  meeting: meetingFields,
};

/** The records that the catalogue is of, as their words are grouped. */
export type Recorded = keyof typeof catalogue;
type FieldsOf<R extends Recorded> = (typeof catalogue)[R];

/** The names of a record's fields of which the catalogue says something; another does not compile. */
export type NameWith<R extends Recorded, Said> = {
  [Name in keyof FieldsOf<R>]: FieldsOf<R>[Name] extends Said ? Name : never;
}[keyof FieldsOf<R>] &
  string;

/** A column of the list of a record: it is sorted by what the server sorts by. */
export type ColumnOf<R extends Recorded, Row> = Column<Row> & {
  sort?: NameWith<R, { isSorted: true }>;
};

/** The name of a field that the server filters the list of a record by. */
export type FilteredName<R extends Recorded> = NameWith<R, { filter: string }>;
