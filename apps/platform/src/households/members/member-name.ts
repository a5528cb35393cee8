import type { Fragment } from '@atrium/kit/sql.ts';
import type { Tx } from '../../database/transaction.ts';

/** Selects the name of a member: the display name or names of a contact, the name of an organisation. */
export const memberName = (tx: Tx): Fragment => tx`
  coalesce(o.name, c.display_name, btrim(c.first_name || ' ' || c.paternal_last_name))`;
