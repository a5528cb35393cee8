import type { Href } from '../paths.ts';

export type Found = {
  kind:
    | 'person'
    | 'household'
    | 'staff'
    | 'meeting'
    | 'organisation'
    | 'task'
    | 'note'
    | 'partner'
    | 'firm'
    | 'page'
    | 'act'
    | 'key';
  /** The address it leads to; a key's act has none. */
  href?: Href | undefined;
  run?: () => void;
  label: string;
  hint?: string;
};

/** What is found of one kind. */
export type FoundGroup = { name: string; items?: Found[]; failed?: boolean };
