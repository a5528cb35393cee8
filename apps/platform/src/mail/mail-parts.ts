const [lf, cr, space, tab] = [10, 13, 32, 9];
// Bounds of what a mail can make the reader do, far beyond what programs write.
const deepest = 10;
const mostParts = 500;
const mostDelimiters = 20_000;
const longestHeaders = 524_288;
const longestHeader = 16_384;

type Headers = ReadonlyMap<string, readonly string[]>;

/** A part of a mail that has no parts itself: its headers, by name in lower case, and its body as it came. */
export type MailPart = { headers: Headers; body: Buffer };

/** Returns the headers of a mail, and its parts one after another (RFC 5322, 2045 and 2046). */
export function readParts(mail: Buffer): { headers: Headers; parts: Generator<MailPart> } {
  const { headers, body } = readHead(mail);
  const budget = { parts: mostParts, delimiters: mostDelimiters };
  return { headers, parts: partsOf({ headers, body }, budget, 0) };
}

type Budget = { parts: number; delimiters: number };

function* partsOf(part: MailPart, budget: Budget, depth: number): Generator<MailPart> {
  if (budget.parts-- <= 0) return;
  const { type, params } = readParameters(part.headers.get('content-type')?.[0] ?? '');
  const boundary = params.get('boundary');
  if (depth < deepest && type === 'message/rfc822') {
    yield* partsOf(readHead(part.body), budget, depth + 1);
  } else if (depth < deepest && type.startsWith('multipart/') && boundary) {
    for (const body of cut(part.body, boundary, budget))
      yield* partsOf(readHead(body), budget, depth + 1);
  } else yield part;
}

/** Returns what is between the delimiters of a boundary; the last part needs none behind it. */
function* cut(body: Buffer, boundary: string, budget: Budget): Generator<Buffer> {
  const delimiter = Buffer.from(`--${boundary}`, 'latin1');
  let from: number | undefined;
  let at = body.indexOf(delimiter);
  for (; at >= 0 && budget.delimiters-- > 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    const after = at + delimiter.length;
    const isLast = body.toString('latin1', after, after + 2) === '--';
    const startsLine = at === 0 || body[at - 1] === lf || body[at - 1] === cr;
    if (!startsLine || !(isLast || isBlank(body[after]))) continue;
    if (from !== undefined) yield body.subarray(from, at);
    if (isLast) return;
    from = endOfLine(body, after);
  }
  if (from !== undefined) yield body.subarray(from);
}

const isBlank = (byte: number | undefined) =>
  byte === undefined || byte === lf || byte === cr || byte === space || byte === tab;

/** Returns where the line after the one at a place begins. */
function endOfLine(bytes: Buffer, at: number): number {
  const end = bytes.indexOf(lf, at);
  return end < 0 ? bytes.length : end + 1;
}

/** Reads headers up to the empty line, or up to a calendar that begins without one. */
function readHead(bytes: Buffer): MailPart {
  const headers = new Map<string, string[]>();
  let values: string[] | undefined;
  let at = 0;
  while (at < Math.min(bytes.length, longestHeaders)) {
    const next = endOfLine(bytes, at);
    const line = textOf(bytes.subarray(at, Math.min(next, at + longestHeader))).trimEnd();
    if (/^BEGIN:VCALENDAR$/i.test(line)) break;
    at = next;
    if (line === '') break;
    if (/^[ \t]/.test(line)) {
      const last = values?.pop() ?? '';
      if (last.length < longestHeader) values?.push(`${last} ${line.trim()}`);
      else values?.push(last);
      continue;
    }
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    values = colon > 0 ? (headers.get(name) ?? []) : undefined;
    if (!values || values.length >= 10) continue;
    values.push(line.slice(colon + 1).trim());
    headers.set(name, values);
  }
  return { headers, body: bytes.subarray(at) };
}

/** Returns the text of bytes in a charset; without a known one, or where it does not fit, as they look. */
export function textOf(bytes: Uint8Array, charset?: string): string {
  for (const name of [charset, 'utf-8']) {
    try {
      if (name && !/^(us-)?ascii$/i.test(name))
        return new TextDecoder(name, { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      // The next one may fit.
    }
  }
  return new TextDecoder('windows-1252').decode(bytes);
}

/** Reads a header with parameters (RFC 2045, section 5.1), names in lower case. */
export function readParameters(header: string) {
  const params = new Map<string, string>();
  for (const [, name = '', quoted, plain] of header.matchAll(
    /;\s*([\w.*-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))/g,
  )) {
    const value = quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1');
    // RFC 2231: `filename*=utf-8''invite.ics`, or in pieces.
    const [base = ''] = name.toLowerCase().split('*');
    params.set(base, (params.get(base) ?? '') + value);
  }
  const [type = ''] = header.split(';');
  return { type: type.trim().toLowerCase(), params };
}

/** Returns the body of a part as it was before it was encoded for the way (RFC 2045, section 6). */
export function decodeBody({ headers, body }: MailPart): Buffer {
  const encoding = headers.get('content-transfer-encoding')?.[0]?.trim().toLowerCase();
  if (encoding === 'base64') return Buffer.from(body.toString('latin1'), 'base64');
  if (encoding !== 'quoted-printable') return body;
  const text = body
    .toString('latin1')
    .replace(/=[ \t]*\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(text, 'latin1');
}
