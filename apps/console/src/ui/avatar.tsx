import classes from './avatar.module.css';

/** Hues whose dark ink reads on their light ground at 5:1 and more, and the other way round in the dark. */
const hues = 8;

function hueOf(name: string): number {
  let hash = 0;
  for (const sign of name) hash = (hash * 31 + (sign.codePointAt(0) ?? 0)) >>> 0;
  return hash % hues;
}

/** Returns the initials of a name: of its first and its second word. */
export function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

/** The initials of a name on a colour that the name always has. The name itself stands beside it. */
export function Avatar({ name, size = 28 }: { name: string; size?: number }) {
  return (
    <span
      aria-hidden
      className={classes.avatar}
      data-hue={hueOf(name)}
      // Drawn by the style: initials are no text to read or to find.
      data-initials={initialsOf(name)}
      style={{ width: size, height: size, fontSize: Math.max(10, Math.round(size * 0.38)) }}
    />
  );
}
