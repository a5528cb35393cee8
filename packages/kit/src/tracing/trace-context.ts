import { AsyncLocalStorage } from 'node:async_hooks';

/** A place in a trace, as W3C Trace Context has it: identifiers in hexadecimal digits, and flags. */
export type TraceContext = { traceId: string; spanId: string; flags: string };

const storage = new AsyncLocalStorage<TraceContext>();
// A later version may have more behind the flags.
const form =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Returns the place in a trace that the running code belongs to. */
export const currentTrace = (): TraceContext | undefined => storage.getStore();

/** Runs work, and whatever it sets off, at a place in a trace. */
export function atTrace<T>(context: TraceContext, work: () => T): T {
  return storage.run(context, work);
}

/** Reads the header `traceparent`; undefined when there is none, or none that is valid. */
export function readTraceparent(text: unknown): TraceContext | undefined {
  const [, version, traceId, spanId, flags, more] = form.exec(String(text)) ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more)) return undefined;
  return { traceId, spanId, flags: isSampled({ flags }) ? '01' : '00' };
}

/** True when somebody records this trace. */
export const isSampled = ({ flags }: Pick<TraceContext, 'flags'>): boolean =>
  (Number.parseInt(flags, 16) & 1) === 1;

/** Returns the headers by which a call to another service continues the present trace. */
export function traceHeaders(context = currentTrace()): { traceparent?: string } {
  if (!context) return {};
  const { traceId, spanId, flags } = context;
  return { traceparent: `00-${traceId}-${spanId}-${flags}` };
}

/** Returns the header to keep with work that is done later; undefined when nobody records the trace. */
export function keptTraceparent(): string | undefined {
  const context = currentTrace();
  return context && isSampled(context) ? traceHeaders(context).traceparent : undefined;
}
