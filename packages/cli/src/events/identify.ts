import { hash } from 'node:crypto';

/**
 * Returns the identifier of an event that came without one: made of tenant, number and text of its line
 * (a UUID of version 8, RFC 9562), so that the same file sent again has the same identifiers.
 */
export function identifierOf(tenantUuid: string, number: number, text: string): string {
  const digits = hash('sha256', `${tenantUuid}\n${number}\n${text}`, 'hex');
  const variant = ((Number.parseInt(digits.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join('-');
}
