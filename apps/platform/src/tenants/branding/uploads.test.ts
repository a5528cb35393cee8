import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  brandingStudio,
  favicon,
  logo,
  pathOf,
  type Studio,
  square,
  svg,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
let studio: Studio;

beforeEach(async () => {
  studio = await brandingStudio(w);
});

describe('an svg', () => {
  test('keeps what draws and loses what runs or reaches out', async () => {
    const dirty = `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">
      <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 10 10" onload="alert(1)">
      <script>alert(2)</script><style>.mark { fill: url( '#g' ) }</style><style>@import url(https://evil.example/x.css);</style>
      <defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient><path id="p" d="M0 0h1"/></defs>
      <rect class="mark" width="9" height="9" fill="url(#g)" style="fill:url(https://evil.example/a)"/>
      <use xlink:href="#p"/><use href="https://evil.example/x.svg#p"/><image href="https://evil.example/x.png"/>
      <a xlink:href="javascript:alert(3)"><text>t</text></a><foreignObject><iframe src="https://evil.example"/></foreignObject></svg>`;
    const { finalUrl } = await studio.uploadLogo(dirty);
    expect((await studio.confirm({ useDefault, assets: { logo: finalUrl } })).status).toBe(200);
    const { body } = await w.app.inject({ url: pathOf(finalUrl) });
    for (const gone of ['alert', 'evil', 'script', 'onload', 'foreignObject', '@import', 'DOCTYPE'])
      expect(body, gone).not.toContain(gone);
    for (const kept of [
      'viewBox="0 0 10 10"',
      '<linearGradient id="g"',
      'fill="url(#g)"',
      '#p',
      '.mark',
    ])
      expect(body, kept).toContain(kept);
  });

  test('may be drawn on a large sheet', async () => {
    const large = svg.replace('viewBox="0 0 10 10"', 'viewBox="0 0 12000 12000"');
    const { finalUrl } = await studio.uploadLogo(large);
    expect((await studio.confirm({ useDefault, assets: { logo: finalUrl } })).status).toBe(200);
  });

  test('that repeats itself beyond measure is refused', async () => {
    const levels = Array.from(
      { length: 24 },
      (_, at) => `<g id="l${at + 1}"><use href="#l${at}"/><use href="#l${at}"/></g>`,
    );
    const bomb = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><path id="l0" d="M0 0h1"/>${levels.join('')}</defs><use href="#l24"/></svg>`;
    const { finalUrl } = await studio.uploadLogo(bomb);
    // On a busy machine it is told that images cannot be read at the moment, until they can.
    const answered = async () => {
      const { status, body } = await studio.confirm({ useDefault, assets: { logo: finalUrl } });
      return [status, body.code];
    };
    await expect.poll(answered, { timeout: 180_000 }).toEqual([400, 'ASSET_REJECTED']);
  });
});

describe('an upload URL', () => {
  test('takes only the type it was signed for, by header and by content', async () => {
    const upload = await studio.initOne({ type: 'logo', ext: 'png' });
    expect((await studio.put(upload, svg, 'image/svg+xml')).status).toBe(415);
    const disguised = await studio.put(upload, svg);
    expect([disguised.status, disguised.body.code]).toEqual([400, 'ASSET_REJECTED']);
  });

  test('takes maxBytes and not one more', async () => {
    const upload = await studio.initOne(favicon);
    const png = await square(8);
    const exact = Buffer.concat([png, Buffer.alloc(upload.maxBytes - png.length)]);
    expect((await studio.put(upload, exact)).status).toBe(200);
    expect((await studio.put(upload, Buffer.concat([exact, Buffer.alloc(1)]))).status).toBe(413);
  });

  test('is worth nothing when it is changed or its time has passed', async () => {
    const upload = await studio.initOne(favicon);
    for (const [from, to] of [
      ['maxBytes=262144', 'maxBytes=99999999'],
      [studio.tenantUuid, randomUUID()],
      ['favicon.png', 'logo.png'],
      ['signature=', 'signature=A'],
      [/expires=\d+/, 'expires=99999999999999'],
      [/expires=\d+/, 'expires=1'],
    ] as const) {
      const forged = { ...upload, uploadUrl: upload.uploadUrl.replace(from, to) };
      expect((await studio.put(forged, await square(8))).status, String(to)).toBe(403);
    }
    const unsigned = { ...upload, uploadUrl: upload.uploadUrl.replace(/&signature=.*/, '') };
    expect((await studio.put(unsigned, await square(8))).status).toBe(400);
  });

  test.each([
    ['an unknown type', [{ type: 'banner', ext: 'png' }], 'files[0].type'],
    ['an ending that a logo may not have', [{ type: 'logo', ext: 'gif' }], 'files[0].ext'],
    ['an svg for a favicon', [logo, { type: 'favicon', ext: 'svg' }], 'files[1].ext'],
    ['two logos', [logo, { type: 'logo', ext: 'png' }], 'files[1]'],
    ['no file', [], 'files'],
    ['four files', [logo, favicon, logo, favicon], 'files'],
  ])('is not given for %s', async (_title, files, field) => {
    const answer = await studio.admin.post(studio.at('/assets/init'), { files });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].field).toBe(field);
  });
});
