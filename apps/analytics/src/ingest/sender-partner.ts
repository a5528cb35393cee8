import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';
import { pathOf } from '../store/attribute-path.ts';
import { type EventRow, shapeOf } from './event-row.ts';

const path = pathOf('partnerUuid');

/**
 * Returns the event as somebody bound to a partner sends it: it bears that partner, since it is by this
 * attribute that partners see events. Returns undefined when it names another one. Events of others,
 * and of who has no partner, stay as they are.
 */
export function ofOwnPartner(sender: Viewer, row: EventRow): EventRow | undefined {
  const bound = boundPartner(sender);
  if (bound === undefined) return row;
  const partner = bound?.toLowerCase();
  const cells = JSON.parse(row.line) as unknown[];
  const attribute = cells[10] as Record<string, string>;
  const stated = attribute[path];
  if (stated !== undefined && stated.toLowerCase() !== partner) return undefined;
  if (partner === undefined) return row;
  const borne = { ...attribute, [path]: partner };
  const shape = shapeOf(row.tenantId, String(cells[1]), borne);
  return { ...row, shape, line: JSON.stringify([...cells.slice(0, 10), borne]) };
}
