/** Makes a placeholder for a value and remembers the value: the only way into a statement. */
export type Bind = (value: string | readonly string[]) => string;

/** Values of one statement. Equal values share a placeholder, so equal expressions stay equal. */
export function createBinder(): { bind: Bind; params: Record<string, string | readonly string[]> } {
  const params: Record<string, string | readonly string[]> = {};
  const placeholders = new Map<string, string>();

  function bind(value: string | readonly string[]): string {
    const key = JSON.stringify(value);
    const known = placeholders.get(key);
    if (known) return known;
    const name = `p${placeholders.size}`;
    const placeholder = `{${name}:${typeof value === 'string' ? 'String' : 'Array(String)'}}`;
    params[name] = value;
    placeholders.set(key, placeholder);
    return placeholder;
  }

  return { bind, params };
}
