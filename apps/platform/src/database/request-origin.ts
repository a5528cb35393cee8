import { AsyncLocalStorage } from 'node:async_hooks';

/** From where a request came: its address, and the program that sent it, as it says itself. */
export type RequestOrigin = { address: string; userAgent: string | null };

const storage = new AsyncLocalStorage<RequestOrigin>();

/** Returns from where the request came that the running code serves; undefined where it serves none. */
export const currentOrigin = (): RequestOrigin | undefined => storage.getStore();

/** Runs work, and whatever it sets off, as work for a request from there. */
export function withOrigin<T>(origin: RequestOrigin, work: () => T): T {
  return storage.run(origin, work);
}
