import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';

/** Somebody was called while the same work had a transaction open. */
export class CalledInTransaction extends Error {
  override name = 'CalledInTransaction';
}

type Scope = { isOpen: boolean };

let scopes: AsyncLocalStorage<Scope> | undefined;

/** Runs the work of a transaction; `scope` says whether it is still open. */
export function asTransaction<T>(scope: Scope, work: () => T): T {
  return scopes ? scopes.run(scope, work) : work();
}

/**
 * Lets every request over HTTP fail from now on that is made while the same work has a transaction open,
 * through whatever library: a connection would be held, and rows be locked, for as long as others think.
 * Development and tests ask for it.
 */
export function refuseCallsInTransactions(): void {
  if (scopes) return;
  scopes = new AsyncLocalStorage();
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { request: { host: string; destroy: (error: Error) => void } };
    const refusal = refusalOf(request.host);
    if (refusal) request.destroy(refusal);
  });
  subscribe('undici:request:create', (message) => {
    const { request } = message as { request: { origin: string | URL; error?: Error } };
    const refusal = refusalOf(String(request.origin));
    // A request with an error is not sent: it fails with it.
    if (refusal) request.error = refusal;
  });
}

/** Throws where the same is asked of a call by another protocol. */
export function refuseInTransaction(whom: string): void {
  const refusal = refusalOf(whom);
  if (refusal) throw refusal;
}

function refusalOf(whom: string): CalledInTransaction | undefined {
  if (!scopes?.getStore()?.isOpen) return undefined;
  return new CalledInTransaction(`${whom} was called while a transaction was open`);
}
