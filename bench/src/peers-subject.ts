import type { Load } from './load.ts';

/** The connection to the PostgreSQL server as a user who may make databases. */
export type Login = { host: string; database: string; user: string; password: string };

export type Operation = 'get' | 'list' | 'short' | 'create';

export type Answer = { uuid?: string; rows?: number; total?: number };

/** A product that runs, holds the data and has an adviser of the first tenant signed in. */
export type Subject = {
  name: string;
  version: string;
  /** The process whose memory and processor time are the product's, with all below it. */
  pid: number;
  get: Load;
  /** A page with all fields, and one without those that are empty. */
  list?: Load;
  short?: Load;
  create: Load;
  /** A contact of another tenant: must not be readable. Undefined: the product has no rights. */
  foreign?: Load;
  // biome-ignore lint/suspicious/noExplicitAny: whatever JSON a product answers
  read: (body: any) => Answer;
  /** Waits until what a load left to do in the background is done. */
  settle?: () => Promise<void>;
  stop: () => Promise<void>;
};
