import { contactFields, contactTable } from '@atrium/platform/contacts/fields.ts';
import { importFields } from '@atrium/platform/contacts/import/import-fields.ts';
import { householdFields, householdTable } from '@atrium/platform/households/fields.ts';
import { type FieldType, kinds, type ListFields } from '@atrium/platform/lists/fields.ts';
import { operatorsOn } from '@atrium/platform/lists/filter.ts';
import type { RecordFields } from '@atrium/platform/lists/record-fields.ts';
import { meetingFields, meetingTable } from '@atrium/platform/meetings/fields.ts';

/** What the console knows of one field. What does not hold is left out. */
type Entry = {
  kind: string;
  values?: readonly string[];
  /** The firm's own list that its values are of. */
  list?: string;
  /** The longest text. */
  limit?: number;
  isRequired?: true;
  /** Whether a request may state it. */
  isStated?: true;
  isImported?: true;
  /** The type by which lists filter by it. */
  filter?: string;
  isSorted?: true;
  /** The steps of readiness that want it. */
  steps?: readonly string[];
};
type Entries = Record<string, Entry>;

type Schema = {
  type?: string | string[];
  enum?: (string | null)[];
  format?: string;
  maxLength?: number;
  nullable?: boolean;
  properties?: Record<string, Schema>;
  items?: Schema;
};

const longText = 1_000;
const kindsOfFormats: Record<string, string> = {
  'e-mail': 'email',
  'past-date': 'date',
  'real-date': 'date',
  country: 'country',
  'country-alpha-2': 'country2',
  'country-alpha-3': 'country',
  uuid: 'uuid',
};
const kindsOfLists: Record<string, string> = {
  number: 'amount',
  integer: 'number',
  date: 'date',
  time: 'time',
  localTime: 'time',
  uuid: 'uuid',
  boolean: 'yesNo',
};

function kindOf(schema: Schema, filter: string | undefined): string {
  const types = [schema.type ?? []].flat();
  const format = kindsOfFormats[schema.format ?? ''];
  if (schema.enum) return 'choice';
  if (schema.properties) return 'phoneNumber' in schema.properties ? 'phone' : 'parts';
  if (types.includes('array')) return schema.items?.properties ? 'items' : 'texts';
  if (types.includes('object')) return 'free';
  if (types.includes('boolean')) return 'yesNo';
  if (format) return format;
  const listed = kindsOfLists[filter ?? ''];
  if (listed) return listed;
  return (schema.maxLength ?? 0) >= longText ? 'long' : 'text';
}

function entryOf(schema: Schema, filter?: string): Entry {
  const kind = kindOf(schema, filter);
  const values = schema.enum?.filter((each) => each !== null);
  return { kind, ...(values && { values }), ...(schema.maxLength && { limit: schema.maxLength }) };
}

/** Returns what is known of each field of a record, from its table and the fields of its lists. */
function entriesOf(table: RecordFields, listFields: ListFields): Entries {
  const names = [...new Set([...Object.keys(table), ...Object.keys(listFields)])];
  return Object.fromEntries(
    names.map((name): [string, Entry] => {
      const field = table[name];
      const listed = listFields[name];
      const stated = field?.update ?? field?.create;
      const filter = listed?.type;
      const isRequired = field?.create !== undefined && !isClearable(field.create);
      return [
        name,
        {
          ...entryOf((stated ?? field?.answer ?? {}) as Schema, filter),
          ...(isRequired && { isRequired }),
          ...(stated && { isStated: true }),
          ...(filter && { filter }),
          ...(listed && !listed.among && { isSorted: true }),
        },
      ];
    }),
  );
}

const isClearable = (schema: object) =>
  '~optional' in schema || [(schema as Schema).type ?? []].flat().includes('null');

/** Returns the fields within a field that is a document or a list of them, by their paths in it. */
function partsOf(schema: Schema, before = ''): Entries {
  const { properties = {} } = schema.items ?? schema;
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, part]): [string, Entry][] =>
      part.properties
        ? Object.entries(partsOf(part, `${before}${name}.`))
        : [
            [
              before + name,
              { ...entryOf(part), ...(!isClearable(part) && { isRequired: true as const }) },
            ],
          ],
    ),
  );
}

/** Returns the steps of readiness with what each wants, as the database's function of them has it. */
export function readinessRules(schemaSql: string): { step: string; field: string }[] {
  const [, body = ''] =
    schemaSql.match(/FUNCTION public\.missing_of\((.*?)\$function\$\n\n/s) ?? [];
  return [...body.matchAll(/\('([A-Z_]+)', '(\w+)', /g)].map(([, step = '', field = '']) => ({
    step,
    field,
  }));
}

/** Returns the fields of contacts, households and meetings as a source of the console. */
export function makeCatalogue(schemaSql: string): string {
  const rules = readinessRules(schemaSql);
  if (rules.length === 0) throw new Error('The schema has no rules of readiness');
  const contacts = entriesOf(contactTable, contactFields);
  for (const [name, entry] of Object.entries(contacts)) {
    const { list } = importFields.get(name) ?? {};
    const steps = rules.flatMap(({ step, field }) => (field === name ? [step] : []));
    if (list) Object.assign(entry, { kind: 'list', list });
    if (importFields.has(name)) entry.isImported = true;
    if (steps.length > 0) entry.steps = steps;
  }
  const parts = Object.fromEntries(
    Object.entries(contactTable).flatMap(([name, field]): [string, Entries][] => {
      const { kind } = contacts[name] ?? {};
      const hasParts = (kind === 'parts' || kind === 'items') && 'update' in field;
      return hasParts ? [[name, partsOf(field.update as Schema)]] : [];
    }),
  );
  const tables = {
    contactFields: contacts,
    contactParts: parts,
    householdFields: entriesOf(householdTable, householdFields),
    meetingFields: entriesOf(meetingTable, meetingFields),
    operators: Object.fromEntries(
      Object.keys(kinds).map((type) => [type, operatorsOn(type as FieldType)]),
    ),
    importColumns: [...importFields.keys()],
    rulesOfReadiness: rules.length,
  };
  const told = Object.entries(tables).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;\n`,
  );
  return `// Made by \`npm run gen\` from the platform's tables of fields, which are where a field is told.\n\n${told.join('\n')}`;
}
