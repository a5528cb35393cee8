import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';
import { fromOklch, inkOn, mix, readableOn, toOklch } from './color.ts';

/** The three colours of a firm, `#rrggbb`. */
export type BrandColors = { neutral: string; primary: string; sidebar: string };

/** The place of the firm's own colour in its ten shades. */
const own = 6;

/** Returns ten shades of a colour whose seventh is the colour itself, as given. */
export function shadesOf(hex: string): MantineColorsTuple {
  const towards = [0.94, 0.86, 0.72, 0.54, 0.36, 0.18];
  const light = towards.map((share) => mix(hex, '#ffffff', share));
  return [
    ...light,
    hex,
    ...[0.14, 0.3, 0.46].map((share) => mix(hex, '#000000', share)),
  ] as unknown as MantineColorsTuple;
}

/** Returns greys from near white to near black that have the hue of the firm's neutral, faintly. */
export function greysOf(neutral: string, lightness: readonly number[]): MantineColorsTuple {
  const { c, h } = toOklch(neutral);
  const chroma = Math.min(c, 0.014);
  return lightness.map((l) =>
    fromOklch({ l, c: l > 0.95 ? chroma * 0.35 : chroma, h }),
  ) as unknown as MantineColorsTuple;
}

const lightGreys = [0.985, 0.97, 0.935, 0.9, 0.83, 0.66, 0.53, 0.42, 0.3, 0.2];
// Mantine's `dark` runs from text to ground.
const darkGreys = [0.93, 0.83, 0.7, 0.52, 0.37, 0.3, 0.245, 0.205, 0.175, 0.145];

/** Status has four fixed hues, never the firm's: [on light, ground on light, on dark, ground on dark]. */
export const statusColors = {
  good: ['#17633f', '#e5f4ec', '#7fd6a8', '#12301f'],
  warn: ['#7a4b00', '#fdf1dc', '#f0c277', '#382708'],
  bad: ['#a3231f', '#fdeceb', '#ff9f98', '#401614'],
  info: ['#1f4f8f', '#e8f0fb', '#98c1f5', '#142742'],
} as const;

/** Returns the grounds and inks that the console draws with, for one colour scheme. */
export function paletteOf(colors: BrandColors, scheme: 'light' | 'dark') {
  const isLight = scheme === 'light';
  const greys = greysOf(colors.neutral, isLight ? lightGreys : darkGreys);
  const at = (index: number) => greys[index] ?? '#000000';
  const page = isLight ? at(0) : at(8);
  const card = isLight ? '#ffffff' : at(7);
  const soft = mix(card, colors.primary, isLight ? 0.09 : 0.2);
  const link = [page, card, soft].reduce((ink, on) => readableOn(ink, on, 4.6), colors.primary);
  const sidebar = isLight ? colors.sidebar : mix(colors.sidebar, '#000000', 0.35);
  const onSidebar = inkOn(sidebar);
  const [index, ground] = isLight ? [0, 1] : [2, 3];
  const status = Object.entries(statusColors).flatMap(([name, tones]) => [
    [`--a-${name}`, tones[index] ?? ''],
    [`--a-${name}-soft`, tones[ground] ?? ''],
  ]);
  return {
    '--a-page': page,
    '--a-card': card,
    '--a-raised': isLight ? '#ffffff' : at(6),
    '--a-hover': isLight ? at(1) : at(6),
    '--a-line': isLight ? at(2) : at(5),
    '--a-line-strong': isLight ? at(4) : at(4),
    '--a-ink': isLight ? at(9) : at(0),
    '--a-muted': readableOn(isLight ? at(6) : at(2), isLight ? at(1) : at(6), 4.6),
    '--a-control': isLight ? at(5) : at(3),
    '--a-brand': colors.primary,
    '--a-on-brand': inkOn(colors.primary),
    '--a-brand-soft': soft,
    '--a-link': link,
    '--a-sidebar': sidebar,
    '--a-on-sidebar': onSidebar,
    '--a-sidebar-muted': readableOn(mix(sidebar, onSidebar, 0.62), sidebar, 4.6),
    '--a-sidebar-active': mix(sidebar, onSidebar, 0.13),
    '--a-on-sidebar-active': inkOn(mix(sidebar, onSidebar, 0.13)),
    '--a-shadow': isLight ? '0 8px 28px rgb(20 24 28 / 12%)' : '0 8px 28px rgb(0 0 0 / 50%)',
    ...Object.fromEntries(status),
  } as Record<`--${string}`, string>;
}

/** Returns the variables that the console and Mantine's parts draw with: grounds, inks and lines. */
export function variablesOf(colors: BrandColors, scheme: 'light' | 'dark'): Record<string, string> {
  const palette = paletteOf(colors, scheme);
  const get = (name: `--a-${string}`) => palette[name] ?? '';
  const bad = get('--a-bad');
  return {
    ...palette,
    '--mantine-color-body': get('--a-card'),
    '--mantine-color-text': get('--a-ink'),
    '--mantine-color-dimmed': get('--a-muted'),
    '--mantine-color-placeholder': get('--a-muted'),
    '--mantine-color-anchor': get('--a-link'),
    '--mantine-color-error': bad,
    '--mantine-color-default': get('--a-card'),
    '--mantine-color-default-hover': get('--a-hover'),
    '--mantine-color-default-color': get('--a-ink'),
    '--mantine-color-default-border': get('--a-line-strong'),
    '--mantine-color-brand-filled': colors.primary,
    '--mantine-color-brand-filled-hover': mix(
      colors.primary,
      get('--a-on-brand') === '#ffffff' ? '#000000' : '#ffffff',
      0.12,
    ),
    '--mantine-color-brand-light': get('--a-brand-soft'),
    '--mantine-color-brand-light-hover': get('--a-brand-soft'),
    '--mantine-color-brand-light-color': get('--a-link'),
    '--mantine-color-brand-text': get('--a-link'),
    '--mantine-color-brand-outline': get('--a-link'),
    '--mantine-primary-color-contrast': get('--a-on-brand'),
    // Menus take this shade for acts that destroy.
    '--mantine-color-red-6': bad,
    '--mantine-color-red-filled': danger,
    '--mantine-color-red-filled-hover': '#98201a',
    '--mantine-color-red-light': get('--a-bad-soft'),
    '--mantine-color-red-light-color': bad,
    '--mantine-color-red-text': bad,
  };
}

/** The ground of buttons that destroy, in both schemes: what is written on it is white. */
const danger = '#b3261e';

/** Returns the theme of a firm for Mantine, with the resolver of its variables. */
export function themeOf(colors: BrandColors) {
  const theme = createTheme({
    primaryColor: 'brand',
    primaryShade: own,
    autoContrast: true,
    luminanceThreshold: 0.179,
    colors: {
      brand: shadesOf(colors.primary),
      red: shadesOf(danger),
      gray: greysOf(colors.neutral, lightGreys),
      dark: greysOf(colors.neutral, darkGreys),
    },
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, monospace',
    fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1.125rem', xl: '1.625rem' },
    lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.4', xl: '1.25' },
    defaultRadius: '8px',
    cursorType: 'pointer',
    focusRing: 'auto',
    focusClassName: 'focus-ring',
    respectReducedMotion: true,
    components: {
      Button: { defaultProps: { size: 'sm' } },
      SegmentedControl: {
        styles: {
          root: { background: 'var(--a-hover)' },
          indicator: {
            background: 'var(--a-card)',
            boxShadow: 'inset 0 0 0 1px var(--a-line-strong)',
          },
          // Without its own transition it changes with the rest when the scheme does.
          label: { color: 'var(--a-ink)', transition: 'none' },
        },
      },
      Modal: { defaultProps: { centered: true, radius: 12, transitionProps: { duration: 120 } } },
      Drawer: { defaultProps: { position: 'right', transitionProps: { duration: 120 } } },
      Menu: { defaultProps: { shadow: 'md', radius: 10, transitionProps: { duration: 80 } } },
      Popover: { defaultProps: { shadow: 'md', radius: 10, transitionProps: { duration: 80 } } },
      Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 80 } } },
    },
  });
  const resolver: CSSVariablesResolver = () => ({
    variables: {},
    light: variablesOf(colors, 'light'),
    dark: variablesOf(colors, 'dark'),
  });
  return { theme, resolver };
}
