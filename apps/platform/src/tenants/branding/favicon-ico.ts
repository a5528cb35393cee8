const headBytes = 6;
const entryBytes = 16;

/** Wraps a 32×32 png as an ico: a directory with one entry, then the png itself. */
export function icoOf(png: Buffer): Buffer {
  const head = Buffer.alloc(headBytes + entryBytes);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

/** An image of an ico: a png, or a bitmap without its file header. */
type IcoImage = { png: Buffer | null };

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

function readImage(ico: Buffer, entry: number): IcoImage | undefined {
  const length = ico.readUInt32LE(entry + 8);
  const offset = ico.readUInt32LE(entry + 12);
  if (length < 40 || offset + length > ico.length) return undefined;
  const image = ico.subarray(offset, offset + length);
  if (image.readUInt32BE(0) === 0x89504e47) return { png: image };
  // BITMAPINFOHEADER, as ico files have it: 40 bytes, at most 256 wide and twice as high.
  const [header, width, height] = [
    image.readUInt32LE(0),
    image.readInt32LE(4),
    image.readInt32LE(8),
  ];
  return header === 40 && width > 0 && width <= 256 && height > 0 && height <= 512
    ? { png: null }
    : undefined;
}
