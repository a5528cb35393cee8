import { foldText } from '@atrium/kit/texts/folding.ts';

/**
 * Returns a day as `YYYY-MM-DD`, of one that is written so, as DD-MM-YYYY or as DD/MM/YYYY, in the digits of
 * any script: the day always comes before the month. Any other text is returned folded.
 */
export function readDate(text: string): string {
  const folded = foldText(text);
  const [, day = '', , month = '', year] = /^(\d{1,2})([-/])(\d{1,2})\2(\d{4})$/.exec(folded) ?? [];
  return year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : folded;
}
