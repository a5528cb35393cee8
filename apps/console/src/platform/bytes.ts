import { locale } from '../time.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Shows a number of bytes in the unit that suits it. */
export function showBytes(bytes: number): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3));
  const options = {
    style: 'unit',
    unit: units[step] ?? 'byte',
    // The short name of bytes has no plural.
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: 1,
  } as const;
  return (bytes / 1_000 ** step).toLocaleString(locale(), options);
}
