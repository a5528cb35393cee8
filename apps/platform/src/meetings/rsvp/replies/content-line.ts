/** A line of iCalendar (RFC 5545, section 3.1): its name and parameters in capitals. */
export type ContentLine = { name: string; params: ReadonlyMap<string, string>; value: string };

/** Returns a line's name, in capitals; undefined for what is no line but goes on with the one before. */
export function nameOf(line: string): string | undefined {
  return /^[A-Za-z0-9-]{1,64}(?=[ \t]{0,8}[;:])/.exec(line)?.[0].toUpperCase();
}

/**
 * Reads a line with its parameters; quotes that never end are signs like others, and blanks beside the
 * signs mean nothing.
 */
export function readContentLine(line: string): ContentLine | undefined {
  const name = nameOf(line);
  if (name === undefined) return undefined;
  const params = new Map<string, string>();
  let at = line.search(/[;:]/);
  while (line[at] === ';') {
    const end = endOfParam(line, at + 1);
    const [key = '', ...rest] = line.slice(at + 1, end).split('=');
    const text = rest
      .join('=')
      .trim()
      .replace(/^"(.*)"$/s, '$1');
    const known = key.trim().toUpperCase();
    if (!params.has(known)) params.set(known, unescapeParam(text));
    at = end;
  }
  return { name, params, value: line.slice(at + 1) };
}

/** Returns where a parameter ends: at the next `;` or `:` outside quotes. */
function endOfParam(line: string, from: number): number {
  for (let at = from; at < line.length; at += 1) {
    const sign = line[at];
    if (sign === ';' || sign === ':') return at;
    if (sign !== '"') continue;
    const close = line.indexOf('"', at + 1);
    if (close > 0) at = close;
  }
  return line.length;
}

/** Undoes the escapes of a parameter's value (RFC 6868). */
function unescapeParam(text: string): string {
  return text.replace(/\^([n'^])/g, (_, sign) => ({ n: '\n', "'": '"' })[sign as string] ?? '^');
}

/** Undoes the escapes of a text (RFC 5545, section 3.3.11). */
export function unescapeText(text: string): string {
  return text.replace(/\\([\\;,nN])/g, (_, sign) => (/n/i.test(sign) ? '\n' : sign));
}
