import type { Tx } from '../../database/transaction.ts';

/** Counts how often in a row a direction has failed. */
export async function countFailures(
  tx: Tx,
  connectionUuid: string,
  direction: 'import' | 'export',
): Promise<number> {
  const column = direction === 'import' ? tx`failures` : tx`export_failures`;
  const [row] = await tx<{ failures: number }[]>`
    select ${column} as failures from calendar_connections
     where connection_uuid = ${connectionUuid}`;
  return row?.failures ?? 0;
}

/** Notes that nothing can be exported for a while; the import goes on. */
export async function failExport(
  tx: Tx,
  connectionUuid: string,
  { code, delayMs }: { code: string; delayMs: number },
): Promise<void> {
  await tx`
    update calendar_connections
       set export_error = ${code}, export_failures = export_failures + 1,
           export_paused_until = now() + make_interval(secs => ${delayMs / 1000})
     where connection_uuid = ${connectionUuid}`;
}

export async function clearExportFailure(tx: Tx, connectionUuid: string): Promise<void> {
  await tx`
    update calendar_connections
       set export_error = null, export_failures = 0, export_paused_until = null
     where connection_uuid = ${connectionUuid} and export_failures > 0`;
}
