import sharp from 'sharp';
import { beforeEach, expect, test } from 'vitest';
import {
  brandingStudio,
  pathOf,
  type Studio,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';
import { readIco } from './favicon-ico.ts';

const w = await world();
let studio: Studio;
beforeEach(async () => {
  studio = await brandingStudio(w);
});

const camera = {
  IFD0: { Artist: 'Ana Example', Make: 'Maker' },
  IFD3: { GPSLatitude: '33/1 26/1 0/1' },
};
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>Ana Example</rdf:Description></rdf:RDF></x:xmpmeta>';
/** A picture of 12×24 that says it lies on its side, red above and blue below. */
const lying = () =>
  sharp({ create: { width: 24, height: 12, channels: 3, background: 'red' } })
    .composite([
      {
        input: { create: { width: 12, height: 12, channels: 3, background: 'blue' } },
        left: 12,
        top: 0,
      },
    ])
    .withIccProfile('p3')
    .withExif(camera)
    .withXmp(xmp)
    .withMetadata({ orientation: 6 });

async function published(
  ticket: { type: string; ext: string },
  content: Buffer,
  contentType?: string,
) {
  const upload = await studio.initOne(ticket);
  expect((await studio.put(upload, content, contentType)).status).toBe(200);
  const { finalUrl } = upload;
  const place = ticket.type === 'logo' ? 'logo' : 'faviconIco';
  const { status, body } = await studio.confirm({ useDefault, assets: { [place]: finalUrl } });
  if (status !== 200) return { status, body };
  return { status, file: (await w.app.inject({ url: pathOf(finalUrl) })).rawPayload };
}

test.each([
  'jpg',
  'png',
  'webp',
] as const)('a %s tells its pixels and colours, turned, and nothing else', async (ext) => {
  const format = ext === 'jpg' ? 'jpeg' : ext;
  const content = await lying().toFormat(format).toBuffer();
  expect(content.includes('Ana Example')).toBe(true);
  const { file } = await published({ type: 'logo', ext }, content);
  const { width, height, orientation, exif, xmp, iptc, icc } = await sharp(file).metadata();
  expect({ width, height, orientation, exif, xmp, iptc }).toEqual({ width: 12, height: 24 });
  expect(icc?.length).toBeGreaterThan(100);
  expect(file?.includes('Ana Example')).toBe(false);
  const { data } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  const [top, bottom] = [data.subarray(0, 3), data.subarray(-3)];
  expect([top[0] ?? 0, bottom[2] ?? 0].every((value) => value > 180)).toBe(true);
});

test('an icon has one type under both of its names, and its pictures are clean', async () => {
  const png = await sharp({ create: { width: 16, height: 16, channels: 4, background: 'red' } })
    .withExif(camera)
    .png()
    .toBuffer();
  const head = Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 0, 0, 0, 22, 0, 0, 0]);
  head.writeUInt32LE(png.length, 14);
  const ico = Buffer.concat([head, png, Buffer.from('made by Ana Example')]);
  for (const name of [
    'image/vnd.microsoft.icon',
    'image/x-icon',
    'IMAGE/VND.Microsoft.Icon; q=1',
  ]) {
    const { status, file } = await published({ type: 'favicon', ext: 'ico' }, ico, name);
    expect([name, status]).toEqual([name, 200]);
    expect(file?.includes('Ana Example')).toBe(false);
    expect(readIco(file ?? Buffer.alloc(0))).toHaveLength(1);
  }
});

test('a drawing is read in the encoding that it declares, or the refusal names it', async () => {
  const drawing = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>Señal</title><path d="M0 0h9v9z"/></svg>`;
  for (const [encoding, bytes] of [
    ['ISO-8859-1', Buffer.from(drawing('ISO-8859-1'), 'latin1')],
    ['windows-1252', Buffer.from(drawing('windows-1252'), 'latin1')],
    ['UTF-16', Buffer.from(`\uFEFF${drawing('UTF-16')}`, 'utf16le')],
    ['utf-8', Buffer.from(`\uFEFF${drawing('utf-8')}`)],
    ['none', Buffer.from(drawing('x').replace(/<\?.*?\?>/, ''))],
  ] as const) {
    const { status, file } = await published({ type: 'logo', ext: 'svg' }, bytes);
    expect([encoding, status]).toEqual([encoding, 200]);
    expect(file?.toString('utf8')).toContain('Señal');
  }
  for (const [encoding, bytes] of [
    ['EBCDIC-CP-ES', Buffer.from(drawing('EBCDIC-CP-ES'))],
    ['UTF-8', Buffer.from(drawing('UTF-8'), 'latin1')],
  ] as const) {
    const { status, body } = await published({ type: 'logo', ext: 'svg' }, bytes);
    expect([status, body.code]).toEqual([400, 'ASSET_REJECTED']);
    expect(body.detail).toContain(encoding);
  }
});

test('pictures within a drawing are clean too', async () => {
  const inner = (await lying().jpeg().toBuffer()).toString('base64');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><image width="24" height="24" href="data:image/jpeg;base64,${inner}"/></svg>`;
  const { file } = await published({ type: 'logo', ext: 'svg' }, Buffer.from(drawing));
  const [, data = ''] = /base64,([^"]+)/.exec(file?.toString() ?? '') ?? [];
  const { width, exif } = await sharp(Buffer.from(data, 'base64')).metadata();
  expect({ width, exif }).toEqual({ width: 12 });
});
