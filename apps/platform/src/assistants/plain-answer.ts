import { randomBytes } from 'node:crypto';

/**
 * Says which fields no assistant gets: numbers of identity and accounts, documents, secrets, and fields
 * that may hold any of those.
 */
export const kept = /identity|document|account|tax_?id|password|secret|^customFields$|^changes$/i;

/** Says which fields hold text that people wrote, some of them outside of the firm. */
const written =
  /^(title|description|details|text|notes?|internalNotes|meetingInformation|locationDetail|meetingLink|organizerName)$/i;

type Fields = Record<string, unknown>;
type Fence = (text: string) => string;

/**
 * Returns an answer of the API as assistants get it: without what is not theirs, and with texts that people
 * wrote between tags that nobody who wrote one can know, so that none ends its own.
 */
export function forAssistants(answer: unknown): Fields {
  const nonce = randomBytes(8).toString('hex');
  return plain(answer, (text) => `<data-${nonce}>${text}</data-${nonce}>`) as Fields;
}

function plain(value: unknown, fence: Fence): unknown {
  if (Array.isArray(value)) return value.map((each) => plain(each, fence));
  if (typeof value !== 'object' || value === null) return value;
  const fields = value as Fields;
  if (isTable(fields)) return plainTable(fields, fence);
  const theirs = Object.entries(fields).filter(([name]) => !kept.test(name));
  return Object.fromEntries(
    theirs.map(([name, held]) => [
      name,
      isWritten(name, fields) ? fenced(held, fence) : plain(held, fence),
    ]),
  );
}

/** Returns whether a field holds text that people wrote: also a guest's name, and the title of a task's meeting. */
function isWritten(name: string, fields: Fields): boolean {
  if (name === 'name') return fields.participantType === 'EXTERNAL' || 'answer' in fields;
  if (name === 'recordName') return fields.entityType === 'MEETING';
  return written.test(name);
}

function fenced(held: unknown, fence: Fence): unknown {
  if (typeof held === 'string') return fence(held);
  if (Array.isArray(held)) return held.map((each) => fenced(each, fence));
  return plain(held, fence);
}

type Table = { columns: { name: string }[]; rows: { values: unknown[] }[] };

const isTable = (fields: Fields): fields is Table =>
  Array.isArray(fields.columns) && Array.isArray(fields.rows);

/** Returns figures with the values of a column as those of a field of its name. */
function plainTable({ columns, rows, ...rest }: Table, fence: Fence): Fields {
  const isText = columns.map(({ name }) => written.test(name.split('.').at(-1) ?? ''));
  const plainRows = rows.map(({ values }) => ({
    values: values.map((value, at) => (isText[at] ? fenced(value, fence) : value)),
  }));
  return { columns, rows: plainRows, ...rest };
}
