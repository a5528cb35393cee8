const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/** Returns a browser's name for people, from its User-Agent: "Chrome · macOS"; undefined for other programs. */
export function deviceOf(userAgent: string | null): { name: string | undefined; isPhone: boolean } {
  const text = userAgent ?? '';
  const find = (list: readonly (readonly [string, string])[]) =>
    list.find(([mark]) => text.includes(mark))?.[1];
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined);
  const isPhone = /iPhone|Android.*Mobile/.test(text);
  return { name: parts.length > 0 ? parts.join(' · ') : undefined, isPhone };
}
