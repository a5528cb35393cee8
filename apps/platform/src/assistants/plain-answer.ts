import { randomBytes } from 'node:crypto';
import { isKept } from './kept-names.ts';

/** Says which fields hold text that people wrote, some of them outside of the firm. */
const written =
  /^(title|description|details|text|notes?|internalNotes|meetingInformation|locationDetail|meetingLink|organizerName|answer)$/i;

/** Says which fields of somebody outside of the firm hold what they, or whoever invited them, wrote. */
const writtenOfOutsiders = /^(name|email|phone)$/;

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
  const theirs = Object.entries(fields).filter(([name]) => !isKept(name));
  return Object.fromEntries(
    theirs.map(([name, held]) => [
      name,
      isWritten(name, fields) ? fenced(held, fence) : plain(held, fence),
    ]),
  );
}

/** Returns whether a field holds text that people wrote: also a guest's name, and the title of a task's meeting. */
function isWritten(name: string, fields: Fields): boolean {
  const isOutsider = fields.participantType === 'EXTERNAL' || 'answer' in fields;
  if (isOutsider && writtenOfOutsiders.test(name)) return true;
  if (name === 'recordName') return fields.entityType === 'MEETING';
  return written.test(name);
}

function fenced(held: unknown, fence: Fence): unknown {
  if (typeof held === 'string') return fence(held);
  if (Array.isArray(held)) return held.map((each) => fenced(each, fence));
  return plain(held, fence);
}

type Column = { name: string; type?: string; role?: string };
type Table = { columns: Column[]; rows: { values: unknown[] }[] };

const isTable = (fields: Fields): fields is Table =>
  Array.isArray(fields.columns) && Array.isArray(fields.rows);

/** Returns figures with texts that somebody may have written between tags. */
function plainTable({ columns, rows, ...rest }: Table, fence: Fence): Fields {
  const plainRows = rows.map(({ values }) => ({
    values: values.map((value, at) => (isCode(value, columns[at]) ? value : fenced(value, fence))),
  }));
  return { columns, rows: plainRows, ...rest };
}

/**
 * Returns whether a value is a time, or a word of a group such as `ACCEPTED`. The least and the greatest of
 * texts are never taken for one: their columns have the name that whoever asks gives them.
 */
function isCode(value: unknown, { name, type, role }: Column = { name: '' }): boolean {
  if (type === 'TIMESTAMP') return true;
  if (role !== 'DIMENSION' || name.split('.').some((part) => written.test(part))) return false;
  return typeof value !== 'string' || /^[\w:+-]{0,64}$/.test(value);
}
