/** Colours as the theme computes with them: sRGB `#rrggbb` and OKLCH (Björn Ottosson's OKLab, polar). */
export type Oklch = { l: number; c: number; h: number };
type Triple = [number, number, number];

const toLinear = (value: number) =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
const fromLinear = (value: number) =>
  value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;

function linearOf(hex: string): Triple {
  const channel = (at: number) => toLinear(Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return [channel(1), channel(3), channel(5)];
}

/** Returns the luminance of a colour `#rrggbb`, 0 to 1 (WCAG 2.2). */
export function luminance(hex: string): number {
  const [r, g, b] = linearOf(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns black or white, whichever reads better on a colour: never below 4.58:1. */
export function inkOn(hex: string): '#ffffff' | '#000000' {
  return contrast('#ffffff', hex) >= contrast('#000000', hex) ? '#ffffff' : '#000000';
}

/** Returns a colour mixed with a share of another, in sRGB. */
export function mix(hex: string, other: string, share: number): string {
  const channel = (at: number) => {
    const [a, b] = [hex, other].map((each) => Number.parseInt(each.slice(at, at + 2), 16));
    return toHex(((a ?? 0) * (1 - share) + (b ?? 0) * share) / 255);
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}

/** Returns a colour moved towards black or white, as little as possible, until it reads on `ground`. */
export function readableOn(hex: string, ground: string, ratio = 4.5): string {
  const target = luminance(ground) > 0.179 ? '#000000' : '#ffffff';
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(hex, target, share);
    if (contrast(mixed, ground) >= ratio) return mixed;
  }
  return target;
}

export function toOklch(hex: string): Oklch {
  const [r, g, b] = linearOf(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  };
}

export function fromOklch({ l: lightness, c, h }: Oklch): string {
  const a = c * Math.cos(h);
  const b = c * Math.sin(h);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const channels: Triple = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return `#${channels.map((value) => toHex(fromLinear(Math.max(0, value)))).join('')}`;
}

function toHex(value: number): string {
  const byte = Math.round(Math.min(1, Math.max(0, value)) * 255);
  return byte.toString(16).padStart(2, '0');
}
