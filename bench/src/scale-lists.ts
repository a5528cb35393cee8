import { contactFields } from '@atrium/platform/contacts/fields.ts';
import { householdFields } from '@atrium/platform/households/fields.ts';
import type { ListFields } from '@atrium/platform/lists/fields.ts';
import { meetingFields } from '@atrium/platform/meetings/fields.ts';
import { organisationFields } from '@atrium/platform/organisations/queries.ts';
import type { Kind } from './scale-questions.ts';

const lists: Record<string, ListFields> = {
  contacts: contactFields,
  households: householdFields,
  meetings: meetingFields,
  organisations: organisationFields,
};

/** What a field of a type is compared with. */
const conditions: Record<string, { operator: string; value: string | number | boolean }> = {
  uuid: { operator: 'EQUALS', value: '01900000-0000-7000-8000-000000000000' },
  text: { operator: 'CONTAINS', value: 'soto' },
  enum: { operator: 'EQUALS', value: 'ACTIVE' },
  date: { operator: 'GREATER_THAN', value: '1980-01-01' },
  time: { operator: 'GREATER_THAN', value: '2026-01-01T00:00:00' },
  localTime: { operator: 'GREATER_THAN', value: '2026-01-01T00:00:00' },
  number: { operator: 'GREATER_THAN', value: 1000 },
  integer: { operator: 'GREATER_THAN', value: 1 },
  boolean: { operator: 'EQUALS', value: true },
};

/** Returns the requests that sort, filter and offer values by each field of each list, one field after the other. */
export function listQuestions(): Kind[] {
  return Object.entries(lists).flatMap(([list, fields]) => {
    const all = Object.entries(fields);
    const sorted = all.filter(([, { among }]) => !among);
    const each = (
      what: string,
      named: typeof all,
      body: (name: string, type: string) => object,
    ) => ({
      name: `${list}, ${what} each field`,
      ask: (n: number) => {
        const [name = '', { type = '' } = {}] = named[n % named.length] ?? [];
        const path = `/api/v2/${list}${what === 'values of' ? '/filter-values' : ''}`;
        return { path, body: body(name, type) };
      },
      atMost: 50,
    });
    return [
      each('sorted by', sorted, (name) => ({ sort: [`${name},desc`] })),
      each('filtered by', all, (field, type) => ({ filters: [{ field, ...conditions[type] }] })),
      each('values of', all, (field) => ({ field, size: 20 })),
    ];
  });
}
