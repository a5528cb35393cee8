import { describe, expect, test } from 'vitest';
import {
  brandingStudio,
  pathOf,
  type Studio,
  svg,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';

const w = await world();
const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const filtered = (primitives: string) =>
  `${head}<filter id="f">${primitives}</filter><rect width="9" height="9" filter="url(#f)"/></svg>`;

const bomb = `${head}<defs><path id="l0" d="M0 0h1"/>${repeated(24, (at) => `<g id="l${at + 1}"><use href="#l${at}"/><use href="#l${at}"/></g>`)}</defs><use href="#l24"/></svg>`;

const hostile: [string, string][] = [
  [
    'asks for endless noise',
    filtered(repeated(200, () => '<feTurbulence numOctaves="99999999"/>')),
  ],
  ['asks for endless noise once', filtered('<feTurbulence numOctaves="99999999"/>')],
  [
    'convolves with an enormous matrix',
    filtered(`<feConvolveMatrix order="200" kernelMatrix="${'1 '.repeat(40_000)}"/>`),
  ],
  ['spreads over millions of pixels', filtered('<feMorphology operator="dilate" radius="9e6"/>')],
  ['has more filter steps than any logo', filtered(repeated(500, () => '<feMerge/>'))],
  ['is nested 140,000 deep', `${head}${'<g>'.repeat(140_000)}${'</g>'.repeat(140_000)}</svg>`],
  ['has 80,000 attributes', `${head}<g ${repeated(80_000, (at) => `a${at}=""`)}/></svg>`],
  ['repeats its DOCTYPE 50,000 times', `${repeated(50_000, () => '<!DOCTYPE svg> ')}${svg}`],
  ['repeats itself by <use>, twofold at each of 24 levels', bomb],
];

async function publishLogo(studio: Studio, content: string) {
  const { finalUrl } = await studio.uploadLogo(content);
  const started = performance.now();
  const answer = await studio.confirm({ useDefault, assets: { logo: finalUrl } });
  return { ...answer, finalUrl, ms: performance.now() - started };
}

describe('a drawing that is made to stop the platform', () => {
  test.each(hostile)('and %s is refused by name, soon', async (_title, content) => {
    const answer = await publishLogo(await brandingStudio(w), content);
    expect([answer.status, answer.body.code]).toEqual([400, 'ASSET_REJECTED']);
    expect(answer.body.detail).toContain('logo.svg');
    // Five seconds for the drawing, and what a process needs to start on a slow machine.
    expect(answer.ms).toBeLessThan(10_000);
  });

  test('keeps no other tenant waiting, however many of them one tenant sends', async () => {
    const [first, second] = [await brandingStudio(w), await brandingStudio(w)];
    const victims = [await brandingStudio(w), await brandingStudio(w)];
    const attacks = [first, first, first, second, second].map((studio) =>
      publishLogo(studio, bomb),
    );
    const answers = await Promise.all(victims.map((studio) => publishLogo(studio, svg)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    // One after another the attacks alone would take longer.
    for (const { ms } of answers) expect(ms).toBeLessThan(10_000);
    for (const attack of await Promise.all(attacks)) expect(attack.status).toBe(400);
  });

  test('does not occupy the process that serves requests', async () => {
    const studio = await brandingStudio(w);
    let longest = 0;
    let last = performance.now();
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 10);
    await publishLogo(studio, hostile[5]?.[1] ?? '');
    clearInterval(watch);
    expect(longest).toBeLessThan(250);
  });
});

describe('a drawing as Inkscape writes it', () => {
  test.each([
    [
      'with xmlns:svg at its root',
      '<svg xmlns:svg="http://www.w3.org/2000/svg" xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd" viewBox="0 0 10 10" inkscape:version="1.3"><sodipodi:namedview id="v" inkscape:zoom="2"/><g inkscape:label="Layer 1"><rect width="10" height="10" fill="#14606b" onclick="alert(1)"/></g></svg>',
    ],
    [
      'with a prefix before each element',
      '<?xml version="1.0"?><s:svg xmlns:s="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 10 10"><s:script>alert(1)</s:script><s:rect id="r" width="10" height="10" fill="#14606b"/><s:use x:href="#r"/></s:svg>',
    ],
  ])('%s is sanitised like any other', async (_title, content) => {
    const { status, finalUrl } = await publishLogo(await brandingStudio(w), content);
    expect(status).toBe(200);
    const { body } = await w.app.inject({ url: pathOf(finalUrl) });
    expect(body).toMatch(/^<svg [^>]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
    expect(body).toMatch(/<rect [^>]*fill="#14606b"/);
    for (const gone of ['alert', 'inkscape', 'sodipodi', 'onclick', 's:svg'])
      expect(body, gone).not.toContain(gone);
    if (content.includes('x:href')) expect(body).toContain('xlink:href="#r"');
  });
});
