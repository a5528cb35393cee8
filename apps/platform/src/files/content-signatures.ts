const signatures: Record<string, (content: Buffer) => boolean> = {
  'image/png': startsWith('89504e470d0a1a0a'),
  'image/jpeg': startsWith('ffd8ff'),
  'image/webp': (content) => startsWith('52494646')(content) && at(content, 8) === 'WEBP',
  'image/x-icon': startsWith('00000100'),
  'image/svg+xml': isSvg,
};

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

/** UTF-8 text with an svg element. Whether it is well-formed only a parser can tell. */
function isSvg(content: Buffer): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(content);
    return text.trimStart().startsWith('<') && /<(?:[\w-]+:)?svg[\s>/]/.test(text);
  } catch {
    return false;
  }
}
