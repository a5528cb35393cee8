/**
 * What lets a small drawing cost much: parts that are repeated, filters, entities. The platform takes them
 * within limits; a browser that only shows them beside a form need not try.
 */
const costly = /<use\b|<fe[A-Z]|<pattern\b|<!ENTITY|<image\b|<foreignObject\b/i;
const mostBytes = 262_144;

/** Returns whether a file may be shown before the platform has looked at it. */
export async function isLightDrawing(file: File): Promise<boolean> {
  if (!/\.svg$/i.test(file.name)) return true;
  return file.size <= mostBytes && !costly.test(await file.text());
}
