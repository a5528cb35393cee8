import { type BoundSql, boundType } from './store.ts';

/**
 * Puts values in the place of their placeholders. Texts become hexadecimal digits of their bytes:
 * whatever they are, nothing but 0-9 and a-f of them reaches the statement. Numbers must be whole.
 */
export function bindAsHex({ sql, params }: BoundSql): string {
  return sql.replace(
    /\{(\w+):(String|Array\(String\)|Int64)\}/g,
    (_, name: string, type: string) => {
      const value = params[name];
      if (value === undefined || boundType(value) !== type)
        throw new Error(`No ${type} for the placeholder ${name}`);
      if (typeof value === 'string') return hex(value);
      if (typeof value !== 'number') return `[${value.map(hex).join(', ')}]`;
      if (!Number.isSafeInteger(value)) throw new Error(`${name} is no whole number`);
      return String(value);
    },
  );
}

function hex(text: string): string {
  return `unhex('${Buffer.from(text, 'utf8').toString('hex')}')`;
}
