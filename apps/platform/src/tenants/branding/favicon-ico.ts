const headBytes = 6;
const entryBytes = 16;

/** An image of an ico: what its directory says of it in eight bytes, and a png, or a bitmap without its file header. */
export type IcoImage = { entry: Buffer; content: Buffer; isPng: boolean };

/** Wraps a 32×32 png as an ico: a directory with one entry, then the png itself. */
export function icoOf(png: Buffer): Buffer {
  const entry = Buffer.from([32, 32, 0, 0, 1, 0, 32, 0]);
  return writeIco([{ entry, content: png, isPng: true }]);
}

/** Returns an ico of some images, and nothing between or behind them. */
export function writeIco(images: readonly IcoImage[]): Buffer {
  const head = Buffer.alloc(headBytes + images.length * entryBytes);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  for (const [at, { entry, content }] of images.entries()) {
    const place = headBytes + at * entryBytes;
    entry.copy(head, place, 0, 8);
    head.writeUInt32LE(content.length, place + 8);
    head.writeUInt32LE(offset, place + 12);
    offset += content.length;
  }
  return Buffer.concat([head, ...images.map(({ content }) => content)]);
}

/** Returns the images of an ico; undefined when its directory does not hold together. */
export function readIco(ico: Buffer): IcoImage[] | undefined {
  if (ico.length < headBytes || ico.readUInt32LE(0) !== 0x10000) return undefined;
  const count = ico.readUInt16LE(4);
  if (count < 1 || count > 32 || ico.length < headBytes + count * entryBytes) return undefined;
  const images = Array.from({ length: count }, (_, at) =>
    readImage(ico, headBytes + at * entryBytes),
  );
  return images.every((image) => image !== undefined) ? images : undefined;
}

function readImage(ico: Buffer, place: number): IcoImage | undefined {
  const length = ico.readUInt32LE(place + 8);
  const offset = ico.readUInt32LE(place + 12);
  if (length < 40 || offset + length > ico.length) return undefined;
  const entry = ico.subarray(place, place + 8);
  const content = ico.subarray(offset, offset + length);
  if (content.readUInt32BE(0) === 0x89504e47) return { entry, content, isPng: true };
  const end = endOfBitmap(content);
  return end === undefined ? undefined : { entry, content: content.subarray(0, end), isPng: false };
}

/**
 * Returns where a bitmap ends: its header (BITMAPINFOHEADER, 40 bytes, at most 256 wide and twice as
 * high as it is shown), its colours, its rows, and the rows of its mask.
 */
function endOfBitmap(image: Buffer): number | undefined {
  const [header, width, height] = [
    image.readUInt32LE(0),
    image.readInt32LE(4),
    image.readInt32LE(8),
  ];
  if (header !== 40 || width <= 0 || width > 256 || height <= 0 || height > 512) return undefined;
  const bits = image.readUInt16LE(14);
  const colors = bits > 8 ? 0 : image.readUInt32LE(32) || 2 ** bits;
  const masks = image.readUInt32LE(16) === 3 ? 12 : 0;
  const rowOf = (bitsOfRow: number) => Math.ceil(bitsOfRow / 32) * 4;
  const rows = (rowOf(width * bits) + rowOf(width)) * Math.ceil(height / 2);
  return Math.min(image.length, header + masks + Math.min(colors, 256) * 4 + rows);
}
