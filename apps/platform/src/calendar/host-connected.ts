import type { Fragment } from 'postgres';
import type { Tx } from '../db.ts';

/** Whether the host has a connected calendar now, as a condition on `meetings m`. */
export const hostConnected = (tx: Tx): Fragment => tx`false`;
