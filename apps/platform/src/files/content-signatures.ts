const signatures: Record<string, (content: Buffer) => boolean> = {
  'image/png': startsWith('89504e470d0a1a0a'),
  'image/jpeg': startsWith('ffd8ff'),
  'image/webp': (content) => startsWith('52494646')(content) && at(content, 8) === 'WEBP',
  'image/x-icon': startsWith('00000100'),
  'image/svg+xml': isSvg,
};

/** Names of one type beside the one that is kept: the registered one of icons (IANA) is the younger. */
const otherNames: Record<string, string> = {
  'image/vnd.microsoft.icon': 'image/x-icon',
  'image/jpg': 'image/jpeg',
};

/** Returns the name under which a content type is kept, of one as a header states it. */
export function plainContentType(header: string | undefined): string {
  const [stated = ''] = (header ?? '').split(';');
  const type = stated.trim().toLowerCase();
  return otherNames[type] ?? type;
}

/** Returns whether content begins as its type must, since a name and a header can be false. */
export function looksLike(contentType: string, content: Buffer): boolean {
  return signatures[contentType]?.(content) ?? false;
}

function startsWith(hex: string) {
  const sign = Buffer.from(hex, 'hex');
  return (content: Buffer) => content.subarray(0, sign.length).equals(sign);
}

function at(content: Buffer, offset: number): string {
  return content.toString('latin1', offset, offset + 4);
}

/** Text with an svg element, in whatever encoding. Whether it is well-formed only a parser can tell. */
function isSvg(content: Buffer): boolean {
  const text = content
    .toString('latin1')
    .replace(/\0|^\u00ef\u00bb\u00bf|^\u00fe\u00ff|^\u00ff\u00fe/g, '');
  return text.trimStart().startsWith('<') && /<(?:[\w-]+:)?svg[\s>/]/.test(text);
}
