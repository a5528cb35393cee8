import type { readEnv } from '../env.ts';

const form = /^[\w.-]{1,100}$/;

/**
 * Reads OTEL_RESOURCE_ATTRIBUTES: `key=value` with commas between, values percent-encoded, as OpenTelemetry has
 * it. They tell of this process in its spans, and win over what it says of itself.
 */
export function readResourceAttributes({
  optional,
  fault,
}: ReturnType<typeof readEnv>): Record<string, string> {
  const given = (optional('OTEL_RESOURCE_ATTRIBUTES') ?? '')
    .split(',')
    .filter((each) => each.trim());
  try {
    return Object.fromEntries(given.map(toAttribute));
  } catch {
    return fault('OTEL_RESOURCE_ATTRIBUTES must be key=value, with commas between', {});
  }
}

function toAttribute(text: string): [string, string] {
  const at = text.indexOf('=');
  const key = decodeURIComponent(text.slice(0, Math.max(0, at)).trim());
  if (!form.test(key)) throw new Error('There is no key');
  return [key, decodeURIComponent(text.slice(at + 1).trim())];
}
