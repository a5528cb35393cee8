/**
 * Returns the initials of a name, or of what stands before the @ of an address: `Juan Pérez` is `J.
 * P.`
 */
export function initialsOf(name: string): string {
  const words = name
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  return words.map((word) => `${[...word][0]?.toUpperCase()}.`).join(' ');
}

/**
 * Returns a text in which people appear by their initials: whole names first, then single words of
 * them.
 */
export function withoutNames(text: string, names: readonly string[]): string {
  const whole = [...names].sort((one, other) => other.length - one.length);
  const words = names
    .filter((name) => !name.includes('@'))
    .flatMap((name) => name.split(/\s+/))
    .filter((word) => word.length > 2);
  return [...whole, ...words].reduce((rest, name) => {
    const pattern = new RegExp(
      `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`,
      'giu',
    );
    return rest.replace(pattern, initialsOf(name));
  }, text);
}
