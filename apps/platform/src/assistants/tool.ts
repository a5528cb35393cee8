import type { TSchema } from 'typebox';
import type { Ask } from './own-api.ts';

/** What a tool is given, by name. */
export type Given = Readonly<Record<string, unknown>>;

/** Something that an assistant can ask. It reads, and only what its person may read. */
export type Tool = {
  name: string;
  title: string;
  description: string;
  input: TSchema;
  /** True when what is given is a body of the API, which checks it. */
  handsOn?: boolean;
  run: (ask: Ask, given: Given) => Promise<unknown>;
};
