import { type Bound, boundType } from '../store/store.ts';

/** Makes a placeholder for a value and remembers the value: the only way into a statement. */
export type Bind = (value: Bound) => string;

/** Collects the values of one statement. Equal values share a placeholder, so equal expressions stay equal. */
export function createBinder(): { bind: Bind; params: Record<string, Bound> } {
  const params: Record<string, Bound> = {};
  const placeholders = new Map<string, string>();

  function bind(value: Bound): string {
    const key = JSON.stringify(value);
    const known = placeholders.get(key);
    if (known) return known;
    const name = `p${placeholders.size}`;
    const placeholder = `{${name}:${boundType(value)}}`;
    params[name] = value;
    placeholders.set(key, placeholder);
    return placeholder;
  }

  return { bind, params };
}
