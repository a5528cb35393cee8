/**
 * Returns a day as `YYYY-MM-DD`, of one that is written so, as DD-MM-YYYY or as DD/MM/YYYY: the day always
 * comes before the month. Any other text is returned as it is.
 */
export function readDate(text: string): string {
  const [, day = '', , month = '', year] = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/.exec(text) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
