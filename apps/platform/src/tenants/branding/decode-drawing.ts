import { ImageRefusal } from './image-refusal.ts';

const declaration = /^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([^"'>]{1,60})["'][^>]*\?>/i;

/**
 * Returns the text of a drawing by its byte order mark, else by the encoding that it declares, else as
 * UTF-8 (XML 1.0, section 4.3.3), without the declaration. Throws ImageRefusal naming an encoding that
 * is not known or that its bytes are not in.
 */
export function decodeDrawing(content: Buffer): string {
  const encoding = encodingOf(content);
  try {
    return new TextDecoder(encoding, { fatal: true })
      .decode(content)
      .replace(/^\s*<\?xml[^>]*\?>/, '');
  } catch (cause) {
    const isKnown = !(cause instanceof RangeError);
    const what = isKnown ? `is not in its encoding, ${encoding}` : `is in ${encoding}`;
    const rest = isKnown ? '' : ', an encoding that is not read here: save it as UTF-8';
    throw new ImageRefusal(`The drawing ${what}${rest}`, { cause });
  }
}

function encodingOf(content: Buffer): string {
  const start = content.toString('latin1', 0, 4);
  if (start.startsWith('\u00ef\u00bb\u00bf')) return 'UTF-8';
  if (start.startsWith('\u00fe\u00ff') || start.startsWith('\0<')) return 'UTF-16BE';
  if (start.startsWith('\u00ff\u00fe') || start.startsWith('<\0')) return 'UTF-16LE';
  return declaration.exec(content.toString('latin1', 0, 400))?.[1] ?? 'UTF-8';
}
