import type { Caller, Role } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Book } from './book.ts';
import type { Tx } from './database/transaction.ts';
import type { EntityType, EventType } from './event-types.ts';
import type { Problem } from './problems.ts';

declare module './database/transaction.ts' {
  interface Shared {
    /** The kinds of records, for whatever concerns all of them. */
    readonly kinds: readonly Kind[];
  }
}

/**
 * A kind of record: what the house must know of it beside its own slice, told once in the slice's
 * `kind.ts`. What a kind does not state does not concern it.
 */
export type Kind = {
  /** Its name in events. */
  entityType: EntityType;
  /** The tables that hold its records and what is part of them. */
  tables: readonly string[];
  /** Selects the name for people of the record `uuid` of the event `e`, also of a deleted one. */
  name: (tx: Tx, uuid: Fragment) => Fragment;
  /** Its place among those who act: selects the name of the actor `uuid` of the event `e`. */
  actorName?: (tx: Tx, uuid: Fragment) => Fragment;
  /** Selects the partner whose record it is; without it an event concerns the partner of its actor. */
  partner?: (tx: Tx, record: { tenantUuid: string | Fragment; uuid: Fragment }) => Fragment;
  /** Stated by kinds that notes, tasks and timelines are about. */
  subject?: Subject;
  /** Stated by kinds of which it is noted who looked at a record. */
  viewed?: { eventType: 'contact.viewed' | 'household.viewed'; parameter: string };
  /** Selects entries of its own for the timelines of other records. */
  entries?: (tx: Tx, part: EntriesAsked) => readonly Fragment[];
  /** Its texts in which people may be named, which erasing a person goes through. */
  texts?: readonly Texts[];
  /** Moves what is one contact's to another one with which it is merged, and counts that. */
  merge?: {
    counted?: string;
    move: (tx: Tx, pair: Pair) => Promise<number>;
  };
  /** Stated by kinds whose records a staff member answers for, who may hand them over. */
  book?: Book;
  /** Selects what is held of a person, by the name of its part of an answer. */
  held?: (tx: Tx, person: HeldOf) => Readonly<Record<string, Fragment>>;
  /** Stated by kinds of which each changed field's values are kept. */
  history?: History;
  /** Selects what of its records waits for somebody's work, in the order of `waitingColumns`. */
  waits?: (tx: Tx, caller: Caller, asked: WaitingAsked) => readonly Fragment[];
  /** Says who is told of its changes as they come; without it nobody. */
  told?: Told;
  /** Returns those of some records of which no events are recorded, since they are one person's alone. */
  untold?: (tx: Tx, uuids: readonly string[]) => Promise<readonly string[]>;
  /** Selects, in the order of `newsColumns`, whose inboxes tell of an event of its records, and how. */
  news?: Partial<Record<EventType, (tx: Tx, event: NewsEvent) => readonly Fragment[]>>;
  /** How a live record that an inbox tells of is found, where nothing is about the kind, and who sees it. */
  item?: Omit<Found, 'notFound'>;
  /** Removes what is a person's alone, and counts it. */
  erase?: (tx: Tx, person: HeldOf) => Promise<Readonly<Record<string, number>>>;
};

/** Who reads the history of a record, and how its values are read where a verb does not have them. */
export type History = {
  /** Throws NOT_FOUND or FORBIDDEN unless the caller may read the record. */
  requireReader: (tx: Tx, caller: Caller, uuid: string) => Promise<void>;
  /** Selects `uuid` and the fields whose values are kept, as the API shows them; never secrets. */
  values?: (tx: Tx, uuids: readonly string[]) => Promise<readonly Record<string, unknown>[]>;
};

/** What is asked of the queue: prospects are incomplete by nature. */
export type WaitingAsked = { withProspects: boolean };

/**
 * The columns of what waits: its kind, the key of the record or the group, the record, its title, the person
 * that it is about, since when and until when, how grave it is from 0, whose it is and who has to see to
 * it, and what else its kind says of it.
 */
export const waitingColumns = [
  'kind',
  'key_uuid',
  'entity_type',
  'entity_uuid',
  'title',
  'person_uuid',
  'person_name',
  'since',
  'due_at',
  'gravity',
  'assignee_uuid',
  'responsible_uuid',
  'detail',
] as const;

/** How grave something is that waits. */
export const gravity = { now: 0, soon: 1, later: 2 } as const;

/** The kinds of news in people's inboxes. */
export const newsKinds = [
  'MEETING_DECLINED',
  'MEETING_ACCEPTED',
  'MEETING_ANSWERED',
  'ANSWER_UNMATCHED',
  'MEETING_MOVED',
  'MEETING_CANCELED',
  'TASK_ASSIGNED',
  'CHANGE_REQUESTED',
  'MENTIONED',
  'MAIL_REFUSED',
  'SYNC_SUSPENDED',
  'IMPORT_DONE',
  'RECORD_HANDED_OVER',
  'CLIENT_SIGNED_IN',
  'DOCUMENT_EXPIRES',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/**
 * The columns of news: its kind, whom it is for, the record, what it is about besides, and the name of
 * what somebody is told of only once.
 */
export const newsColumns = [
  'kind',
  'person_uuid',
  'entity_type',
  'entity_id',
  'subject_uuid',
  'once',
] as const;

/** An event of some records of a kind, as it decides who is told of it. */
export type NewsEvent = {
  tenantUuid: string;
  entityIds: readonly string[];
  attributes: Readonly<Record<string, string>>;
  /** Returns those of the records of which a field changed. */
  changed: (field: string) => readonly string[];
};

/** Whoever may read a record is told of its changes, its deletion among them. */
export type Told = Pick<Subject, 'table' | 'alias' | 'column'> & {
  roles: readonly Role[];
  /** The part of the API that it is of, whose scope programs need; without one it is for people. */
  area?: string;
  /** The condition on the alias that the caller may read the record, or might until it was deleted. */
  mayRead: (tx: Tx, caller: Caller) => Fragment;
};

/** How the records of a kind are found, and who sees one that lives. */
export type Found = {
  /** The column that names it. */
  column: string;
  table: string;
  alias: string;
  /** The condition on the alias that the caller sees a live record. */
  sees: (tx: Tx, caller: Caller) => Fragment;
  /** Returns the refusal of a record that is not seen. */
  notFound?: (tx: Tx, caller: Caller, uuid: string) => Promise<Problem>;
};

/** How a record that notes and tasks are about is found: by its column, which they have too. */
export type Subject = Found & {
  /** The column in camel case. */
  field: string;
  /** Selects `entity_type` and `entity_uuid` of the records that its timeline tells of as well. */
  related?: (tx: Tx, caller: Caller, uuid: string) => Fragment;
  /** The columns by which a note or a task is in its timeline. */
  abouts: readonly string[];
};

/** What a timeline asks each kind for: entries of the records `r`, from after a place. */
export type EntriesAsked = {
  caller: Caller;
  abouts: readonly string[];
  isAfter: (at: Fragment, key: Fragment) => Fragment;
  limit: number;
};

/** Two records of one person, by their UUIDs: the one that goes and the one that stays. */
export type Pair = { from: string; into: string };

/** A person by its records, and the values that are this person's alone. */
export type HeldOf = {
  uuids: string[];
  emails: string[];
  /** A pattern of PostgreSQL that finds the person in folded texts. */
  folded: string;
};

/** The records that are about a person, in whose texts the names are cleared too. */
export type NearBy = {
  households: readonly string[];
  meetings: readonly string[];
  /** The other contacts, and the organisations, of those households. */
  contacts: readonly string[];
  organisations: readonly string[];
};

/** A table in whose texts people may be named. */
export type Texts = {
  table: string;
  /** What tells its rows apart within the firm, in the order in which they are gone through. */
  key: readonly string[];
  texts?: readonly string[];
  /** JSON, each with the keys whose texts are words of a list. */
  json?: Readonly<Record<string, readonly string[]>>;
  /** The condition of the rows that are about the person; without one none is by itself. */
  near?: (tx: Tx, nearBy: NearBy) => Fragment;
  /** The condition of the rows that are one of some contacts' own, or of their e-mails, where that can be. */
  ofContact?: (tx: Tx, contacts: readonly string[], emails: readonly string[]) => Fragment;
  /** The condition of the rows that are gone through at all. */
  where?: (tx: Tx) => Fragment;
  /** Locks the record that a row belongs to, which whoever changes the row does first. */
  lockParent?: (tx: Tx, key: readonly string[]) => Promise<unknown>;
  /** Writes the copy of a row that its record carries. */
  carry?: (tx: Tx, key: readonly string[]) => Promise<void>;
  /** The columns that are emptied together where a text would be cleared: part of it is worth nothing. */
  emptied?: readonly string[];
  /** What its rows count as; without it as mentions. */
  counted?: 'calendarCopies';
};

export const isAny = (tx: Tx, column: string, uuids: readonly string[]): Fragment =>
  tx`${tx(column)} = any(${[...uuids]}::uuid[])`;

/** Returns the condition of rows that belong to a contact, a household or a meeting nearby. */
export const isBelonging = (tx: Tx, { contacts, households, meetings }: NearBy): Fragment => tx`
  (${isAny(tx, 'contact_uuid', contacts)} or ${isAny(tx, 'household_uuid', households)}
   or ${isAny(tx, 'meeting_uuid', meetings)})`;

/** Selects a column, or another expression, of the row `r` that an identifier names in the tenant of an event `e`. */
export const nameIn = (
  tx: Tx,
  table: string,
  key: string,
  uuid: Fragment,
  name = tx`r.name`,
): Fragment => tx`(
  select ${name} from ${tx(table)} r where r.tenant_uuid = e.tenant_uuid and r.${tx(key)} = ${uuid})`;
