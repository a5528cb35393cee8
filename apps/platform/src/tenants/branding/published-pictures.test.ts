import sharp from 'sharp';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  pathOf,
  type Studio,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';
import { cleanPictures } from './clean-pictures.ts';
import { readIco } from './favicon-ico.ts';
import { sweepObjects } from './sweep-objects.ts';

// The job itself is run by the tests.
const w = await world({}, { idle: ['clean-pictures'] });
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

test.each(['jpg', 'png', 'webp'] as const)(
  'a %s tells its pixels and colours, turned, and nothing else',
  async (ext) => {
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
  },
);

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

test('a drawing tells nothing of who drew it besides its title', async () => {
  const drawing = `<?xml version="1.0"?><!-- Ana Example --><?xpacket Ana Example?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:i="http://www.inkscape.org/namespaces/inkscape" xmlns:dc="http://purl.org/dc/elements/1.1/" viewBox="0 0 9 9" i:docname="/home/Ana Example/logo.svg" data-name="Ana Example">
<metadata><dc:creator>Ana Example</dc:creator></metadata><i:namedview>Ana Example</i:namedview>
<title>Señal</title><desc>Drawn by Ana Example</desc><style>/* Ana Example */.a{fill:red}</style>
<g data-author="Ana Example"><path class="a" i:label="Ana Example" d="M0 0h9v9z"/></g></svg>`;
  const { file } = await published({ type: 'logo', ext: 'svg' }, Buffer.from(drawing));
  const text = file?.toString() ?? '';
  expect(text).not.toContain('Ana Example');
  expect(text).toMatch(/<title>Señal<.*\.a\{fill:red\}.*class="a"/s);
});

test('pictures within a drawing are clean too', async () => {
  const inner = (await lying().jpeg().toBuffer()).toString('base64');
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><image width="24" height="24" href="data:image/jpeg;base64,${inner}"/></svg>`;
  const { file } = await published({ type: 'logo', ext: 'svg' }, Buffer.from(drawing));
  const [, data = ''] = /base64,([^"]+)/.exec(file?.toString() ?? '') ?? [];
  const { width, exif } = await sharp(Buffer.from(data, 'base64')).metadata();
  expect({ width, exif }).toEqual({ width: 12 });
});

describe('What was published before pictures were cleaned', () => {
  const { db } = w;
  const { objects, brandingSweep } = w.services;
  const logger = { warn: () => undefined } as never;
  const run = (store = objects) => cleanPictures({ db, objects: store, logger, brandingSweep });
  const isClean = async () => {
    const [row] = await db.asPlatform(
      (tx) => tx<{ picturesClean: boolean }[]>`
        select pictures_clean from brandings where tenant_uuid = ${studio.tenantUuid}`,
    );
    return row?.picturesClean;
  };
  const contentOf = async (url: string) =>
    (await w.app.inject({ url: pathOf(url) })).rawPayload as Buffer;
  /** The key of a published picture, by its address. */
  const keyOf = (url: string) =>
    `${studio.tenantUuid}/branding/${pathOf(url).split('/').slice(-3).join('/')}`;
  const views = async (): Promise<Record<'logo' | 'png32' | 'ico', string>> => {
    const { logo, favicon } = (await studio.readPublic()).body.assets;
    return { logo, ...favicon };
  };

  /** Publishes a logo and a favicon, and puts in their place what a camera wrote. */
  async function publishedBefore() {
    const { uploads } = await studio.init(
      { type: 'logo', ext: 'jpg' },
      { type: 'favicon', ext: 'png' },
    );
    const [logo, favicon] = uploads as [(typeof uploads)[0], (typeof uploads)[0]];
    const [jpeg, png] = [await lying().jpeg().toBuffer(), await lying().png().toBuffer()];
    await studio.put(logo, jpeg);
    await studio.put(favicon, png);
    const assets = { logo: logo.finalUrl, faviconPng32: favicon.finalUrl };
    expect((await studio.confirm({ useDefault, assets })).status).toBe(200);
    await objects.write(keyOf(logo.finalUrl), jpeg, 'image/jpeg');
    await objects.write(keyOf(favicon.finalUrl), png, 'image/png');
    await db.asPlatform(
      (tx) => tx`
        update brandings set pictures_clean = false where tenant_uuid = ${studio.tenantUuid}`,
    );
    return await views();
  }

  test('is published anew once, under addresses of its own, also after it was stopped', async () => {
    const before = await publishedBefore();
    const { headers } = await studio.readPublic();
    const failing = { ...objects, read: () => Promise.reject(new Error('cut off')) };
    await run(failing);
    expect([await views(), await isClean()]).toEqual([before, false]);
    await run();
    const after = await views();
    expect((await studio.readPublic()).headers.etag).not.toBe(headers.etag);
    expect(Object.keys(after)).toEqual(['logo', 'png32', 'ico']);
    for (const [name, url] of Object.entries(after)) {
      expect(url).not.toBe(before[name as 'logo']);
      expect((await contentOf(url)).includes('Ana Example')).toBe(false);
    }
    const { width, height, icc } = await sharp(await contentOf(after.logo)).metadata();
    expect([width, height, (icc?.length ?? 0) > 100]).toEqual([12, 24, true]);
    await run();
    expect([await views(), await isClean()]).toEqual([after, true]);
    // What nobody can see any more is removed as any picture that was replaced.
    const old = { ...objects, list: async (prefix: string) => aged(await objects.list(prefix)) };
    await sweepObjects(db, old, studio.tenantUuid);
    expect((await w.app.inject({ url: pathOf(before.logo) })).statusCode).toBe(404);
    expect((await w.app.inject({ url: pathOf(after.logo) })).statusCode).toBe(200);
    const trail = await studio.admin.get('/api/audit?eventType=branding.published');
    expect(trail.body.content).toHaveLength(2);
  });

  test('stays as it is where it cannot be read, and does not keep others waiting', async () => {
    const before = await publishedBefore();
    await objects.write(
      keyOf(before.logo),
      Buffer.from('\xff\xd8\xff cut off', 'latin1'),
      'image/jpeg',
    );
    await run();
    const after = await views();
    expect([after.logo, await isClean()]).toEqual([before.logo, true]);
    expect(after.png32).not.toBe(before.png32);
  });

  test('is left to who publishes meanwhile', async () => {
    await publishedBefore();
    let isFirst = true;
    const read = async (key: string) => {
      const content = await objects.read(key);
      if (isFirst) await studio.confirm({ colors: { primary: '#123456' } });
      isFirst = false;
      return content;
    };
    await run({ ...objects, read });
    expect(await isClean()).toBe(false);
    await run();
    expect(await isClean()).toBe(true);
    expect((await studio.readPublic()).body.colors.primary).toBe('#123456');
  });
});

const aged = <T extends object>(stored: T[]): T[] =>
  stored.map((each) => ({ ...each, storedAt: Temporal.Instant.from('2020-01-01T00:00:00Z') }));
