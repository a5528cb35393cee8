import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrast, inkOn } from './color.ts';
import { paletteOf } from './theme.ts';

const color = fc
  .integer({ min: 0, max: 0xffffff })
  .map((value) => `#${value.toString(16).padStart(6, '0')}`);
const brand = fc.record({ neutral: color, primary: color, sidebar: color });

/** Says what is written on what, and how well it must read (WCAG 2.2, 1.4.3). */
const written = [
  ['--a-ink', '--a-page'],
  ['--a-ink', '--a-card'],
  ['--a-ink', '--a-hover'],
  ['--a-ink', '--a-brand-soft'],
  ['--a-muted', '--a-page'],
  ['--a-muted', '--a-card'],
  ['--a-muted', '--a-hover'],
  ['--a-link', '--a-page'],
  ['--a-link', '--a-card'],
  ['--a-link', '--a-brand-soft'],
  ['--a-on-brand', '--a-brand'],
  ['--a-on-sidebar', '--a-sidebar'],
  ['--a-sidebar-muted', '--a-sidebar'],
  ['--a-on-sidebar-active', '--a-sidebar-active'],
  ['--a-good', '--a-good-soft'],
  ['--a-warn', '--a-warn-soft'],
  ['--a-bad', '--a-bad-soft'],
  ['--a-info', '--a-info-soft'],
  ['--a-bad', '--a-card'],
] as const;

test.each(['light', 'dark'] as const)('any firm’s colours can be read in the %s', (scheme) => {
  fc.assert(
    fc.property(brand, (colors) => {
      const palette = paletteOf(colors, scheme);
      for (const [ink, ground] of written)
        expect(
          contrast(palette[ink] ?? '', palette[ground] ?? ''),
          `${ink} on ${ground}`,
        ).toBeGreaterThanOrEqual(4.5);
    }),
    { numRuns: 1_000 },
  );
});

test('a firm’s own colour is used as given on fills, with the better of black and white on it', () => {
  fc.assert(
    fc.property(brand, (colors) => {
      const palette = paletteOf(colors, 'light');
      expect(palette['--a-brand']).toBe(colors.primary);
      expect(palette['--a-sidebar']).toBe(colors.sidebar);
      expect(contrast(inkOn(colors.primary), colors.primary)).toBeGreaterThanOrEqual(4.58);
    }),
    { numRuns: 1_000 },
  );
});
