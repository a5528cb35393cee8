import { fieldError, invalid } from '@atrium/kit/problem.ts';
import type { Tx } from '../../database/transaction.ts';
import { listTickets, type Ticket } from '../../files/uploads/session-queries.ts';
import { orNotFound, Problem } from '../../problems.ts';
import { addressInUrl, owner, parseAddress } from './addresses.ts';
import { type Place, places } from './asset-kinds.ts';
import { type BrandingRow, findBranding } from './queries.ts';
import type { BrandingChanges } from './schemas.ts';

/** The request of a confirm for each place: an address, null for none, or nothing. */
export type RequestedAssets = Partial<Record<Place, string | null>>;

/** Returns the addresses that a confirm's URLs name. Throws VALIDATION_FAILED for a URL of elsewhere. */
export function readAssets(tenantUuid: string, assets: BrandingChanges['assets']): RequestedAssets {
  const stated = places.filter((place) => assets?.[place] !== undefined);
  return Object.fromEntries(
    stated.map((place) => {
      const url = assets?.[place];
      return [
        place,
        url ? (addressInUrl(url, tenantUuid.toLowerCase()) ?? unknownAsset(place)) : null,
      ];
    }),
  );
}

type ConfirmPlan = { row: BrandingRow; fresh: Ticket<Place>[] };

/**
 * Checks a confirm against what is stored and pending: which of its assets are newly uploaded.
 * Throws STALE_BRANDING_SESSION, MIXED_UPLOAD_SESSIONS, UPLOAD_TICKET_INVALID or VALIDATION_FAILED.
 */
export async function planConfirm(
  tx: Tx,
  requested: RequestedAssets,
  hints: readonly number[],
): Promise<ConfirmPlan> {
  const row = await orNotFound(findBranding(tx, tx.tenantUuid), 'tenant');
  const fresh = await findTickets(tx, row, requested);
  const sessions = new Set(fresh.map((ticket) => ticket.sessionUuid));
  if (sessions.size > 1) throw new Problem('MIXED_UPLOAD_SESSIONS');
  for (const ticket of fresh) refuseClosed(ticket);
  const stated = hints.length > 0 ? hints : fresh.map((ticket) => ticket.versionHint);
  const next = row.version + 1;
  if (stated.some((hint) => hint !== next)) {
    const detail = `This would be version ${next}; another was meant`;
    throw new Problem('STALE_BRANDING_SESSION', detail, {
      errors: [fieldError('versionHint', 'STALE', `is not ${next}`)],
    });
  }
  return { row, fresh };
}

/** Returns the tickets of the assets that are not published already. */
async function findTickets(tx: Tx, row: BrandingRow, requested: RequestedAssets) {
  const wanted = places.flatMap((place) => {
    const address = requested[place];
    if (!address || address === row[place]) return [];
    return [{ place, ...(parseAddress(address) ?? unknownAsset(place)) }];
  });
  if (wanted.length === 0) return [];
  const tickets = await listTickets<Place>(
    tx,
    owner,
    wanted.map((each) => each.sessionUuid),
  );
  return wanted.map(({ place, sessionUuid, versionHint, fileName }) => {
    const ticket = tickets.find(
      (each) =>
        each.place === place &&
        each.sessionUuid === sessionUuid &&
        each.versionHint === versionHint &&
        each.fileName === fileName,
    );
    return ticket ?? unknownAsset(place);
  });
}

function refuseClosed({ outcome, expired, place }: Ticket<Place>): void {
  const errors = (code: string, message: string) => ({
    errors: [fieldError(`assets.${place}`, code, message)],
  });
  if (outcome === 'CONFIRMED')
    throw new Problem('UPLOAD_TICKET_INVALID', undefined, errors('USED', 'was used already'));
  if (outcome !== null)
    throw new Problem(
      'STALE_BRANDING_SESSION',
      undefined,
      errors('STALE', 'is of a session that was ended'),
    );
  if (expired)
    throw new Problem('UPLOAD_TICKET_INVALID', undefined, errors('EXPIRED', 'came too late'));
}

function unknownAsset(place: Place): never {
  throw invalid(
    fieldError(`assets.${place}`, 'UNKNOWN_ASSET', 'is not the finalUrl of an upload for it'),
  );
}
