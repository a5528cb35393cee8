import { crc32, deflateRawSync } from 'node:zlib';

type File = { name: string; content: string };

// UTF-8 names (bit 11), deflate, and a fixed day, since the name of the file tells the day.
const [version, flags, method, time, date] = [20, 0x0800, 8, 0, 0x21];

/** Returns a ZIP archive of some files (APPNOTE.TXT of PKWARE, without ZIP64: less than 4 GiB in all). */
export function zipOf(files: readonly File[]): Buffer {
  const parts: Buffer[] = [];
  const entries: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of files) {
    const [path, plain] = [Buffer.from(name), Buffer.from(content)];
    const packed = deflateRawSync(plain);
    const about = [
      ...short(version, flags, method, time, date),
      ...long(crc32(plain), packed.length, plain.length),
      ...short(path.length, 0),
    ];
    const local = Buffer.concat([...long(0x04034b50), ...about, path, packed]);
    const place = [...short(0, 0, 0), ...long(0, offset)];
    entries.push(Buffer.concat([...long(0x02014b50), ...short(version), ...about, ...place, path]));
    parts.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(entries);
  const end = [
    ...long(0x06054b50),
    ...short(0, 0, files.length, files.length),
    ...long(directory.length, offset),
    ...short(0),
  ];
  return Buffer.concat([...parts, directory, ...end]);
}

function short(...values: number[]): Buffer[] {
  return values.map((value) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value);
    return bytes;
  });
}

function long(...values: number[]): Buffer[] {
  return values.map((value) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  });
}
