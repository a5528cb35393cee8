const ink = '#1d2733';

type Colors = { primary: string; sidebar: string };

/** Returns the colours of a firm's mails and pages: its own, with what is written upon them readable. */
export const letterColors = ({ primary, sidebar }: Colors) => ({
  primary,
  onPrimary: contrast('#ffffff', primary) >= contrast(ink, primary) ? '#ffffff' : ink,
  heading: [primary, sidebar].find((color) => contrast(color, '#ffffff') >= 4.5) ?? ink,
});

/** Returns the contrast ratio of two colours `#rrggbb`, from 1 to 21 (WCAG 2.2, "contrast ratio"). */
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * channel(1) + 0.7152 * channel(3) + 0.0722 * channel(5);
}
