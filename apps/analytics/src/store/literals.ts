import type { BoundSql } from './store.ts';

/**
 * Puts values in the place of `{name:String}` and `{name:Array(String)}` as hexadecimal digits
 * of their bytes: whatever the text is, nothing but 0-9 and a-f of it reaches the statement.
 */
export function bindAsHex({ sql, params }: BoundSql): string {
  return sql.replace(/\{(\w+):(String|Array\(String\))\}/g, (_, name: string, type: string) => {
    const value = params[name];
    const isList = Array.isArray(value);
    if (value === undefined || isList !== (type !== 'String'))
      throw new Error(`No ${type} for the placeholder ${name}`);
    return isList ? `[${value.map(hex).join(', ')}]` : hex(String(value));
  });
}

function hex(text: string): string {
  return `unhex('${Buffer.from(text, 'utf8').toString('hex')}')`;
}
