/** The calling codes whose numbers begin with a zero from abroad too: Italy and its neighbours, and three of Africa. */
const keepsZero = new Set(['+39', '+378', '+379', '+225', '+241', '+242']);

/**
 * Returns a national number without the zero that is dialled within its country alone (ITU-T E.123, trunk
 * prefix), as `020 …` and `(0)20 …`; `code` is the calling code with its plus, and without one nothing goes.
 */
export const withoutTrunkZero = (number: string, code: string | undefined): string =>
  code !== undefined && !keepsZero.has(code)
    ? number.replace(/^(\s*)\(?0\)?[\s-]*(?=[(\d])/, '$1')
    : number;
