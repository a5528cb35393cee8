import type { Tx } from '../../database/transaction.ts';
import { recordEvent } from '../../events.ts';
import { orNotFound } from '../../problems.ts';
import { findVersion, keepVersion } from './history-queries.ts';
import { lockBranding, updateBrandingRow } from './queries.ts';

/** Publishes an earlier version of a tenant's branding once more, as the next one. Throws NOT_FOUND. */
export async function restoreBranding(
  tx: Tx,
  version: number,
  editor: string | null,
): Promise<void> {
  const current = await lockBranding(tx);
  const kept = await orNotFound(findVersion(tx, version), 'version');
  const { version: _of, publishedAt, publishedBy, restoredVersion, isCurrent, ...columns } = kept;
  await updateBrandingRow(tx, columns, editor);
  await keepVersion(tx, version);
  await recordEvent(tx, {
    eventType: 'branding.published',
    entityType: 'TENANT',
    entityId: tx.tenantUuid,
    attributes: {
      version: String(current + 1),
      restoredVersion: String(version),
      ownLogo: String(!columns.defaultLogo && columns.logo !== null),
      ownFavicon: String(!columns.defaultFavicon && columns.faviconPng32 !== null),
    },
  });
}
