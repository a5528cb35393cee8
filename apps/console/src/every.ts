/** Takes a list of all values of an enumeration of the API: one that lacks a value, or has another, does not compile. */
export const every =
  <T extends string>() =>
  <const L extends readonly T[]>(values: L & ([T] extends [L[number]] ? unknown : never)): L =>
    values;
