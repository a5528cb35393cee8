import { describe, expect, test } from 'vitest';
import {
  brandingStudio,
  pathOf,
  type Studio,
  svg,
  useDefault,
} from '../../../test-support/branding-studio.ts';
import { world } from '../../../test-support/world.ts';
import { treatImage } from './image-processes.ts';
import { sanitizeSvg } from './sanitize-svg.ts';
import { createTurns } from './turns.ts';

const w = await world();
const head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">';
const repeated = (count: number, part: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => part(at)).join('');
const filtered = (primitives: string) =>
  `${head}<filter id="f">${primitives}</filter><rect width="9" height="9" filter="url(#f)"/></svg>`;

const bomb = `${head}<defs><path id="l0" d="M0 0h1"/>${repeated(24, (at) => `<g id="l${at + 1}"><use href="#l${at}"/><use href="#l${at}"/></g>`)}</defs><use href="#l24"/></svg>`;

const xlink = '<svg xmlns:xlink="http://www.w3.org/1999/xlink"';

/** Takes most of a minute to draw, which its text does not show: only the end of the process that draws it ends that. */
const masks = `${head}<defs><mask id="m0"><rect width="9" height="9"/></mask>${repeated(24, (at) => `<mask id="m${at + 1}"><rect width="9" height="9" mask="url(#m${at})"/><rect width="9" height="9" mask="url(#m${at})"/></mask>`)}</defs><rect width="9" height="9" mask="url(#m24)"/></svg>`;

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

async function publishLogo(studio: Studio, content: string, tries = 3) {
  const { finalUrl } = await studio.uploadLogo(content);
  const confirm = () => studio.confirm({ useDefault, assets: { logo: finalUrl } });
  let answer = await confirm();
  // A machine that has no time for the drawing says to come again.
  for (let left = tries; answer.status === 503 && left > 1; left -= 1) answer = await confirm();
  return { ...answer, finalUrl };
}

describe('a drawing that is made to stop the platform', () => {
  test.each(hostile)('and %s is refused by name, soon', async (_title, content) => {
    const studio = await brandingStudio(w);
    const answer = await publishLogo(studio, content);
    expect([answer.status, answer.body.code]).toEqual([400, 'ASSET_REJECTED']);
    expect(answer.body.detail).toContain('logo.svg');
    // It is given up for good: the tenant's next drawing has its turn.
    expect((await publishLogo(studio, svg)).status).toBe(200);
  });

  test('and repeats itself is refused before it is drawn, with its reason; a circle and a set of icons are not', () => {
    const drawn = (content: string) => () => sanitizeSvg(content);
    const circle = `${head}<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g></svg>`;
    const icon = `<symbol id="i">${repeated(400, () => '<path d="M0 0h1"/>')}</symbol>`;
    const icons = `${head}${icon}${repeated(200, () => '<use href="#i"/>')}</svg>`;
    expect(drawn(bomb)).toThrow(/repeats itself to more than 100000 elements/);
    expect(drawn(bomb.replaceAll('href', 'xlink:href').replace('<svg', xlink))).toThrow(/repeats/);
    expect(drawn(circle)()).toContain('<use');
    expect(drawn(icons)()).toContain('<use');
  });

  test('and is only found out by drawing it ends with the process that draws it', async () => {
    const task = { treatment: 'drawing', content: Buffer.from(masks) } as const;
    await expect(treatImage('logo.svg', task, 100)).rejects.toMatchObject({
      code: 'ASSET_REJECTED',
      message: expect.stringContaining('takes more than 0.1 s'),
    });
  });

  test('keeps no other tenant waiting, however many of them one tenant sends', async () => {
    const [first, second] = [await brandingStudio(w), await brandingStudio(w)];
    const victims = [await brandingStudio(w), await brandingStudio(w)];
    const refused: number[] = [];
    const attacks = [first, first, first, second, second].map(async (studio) =>
      refused.push((await publishLogo(studio, masks, 1)).status),
    );
    const answers = await Promise.all(victims.map((studio) => publishLogo(studio, svg)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    await Promise.all(attacks);
    expect(refused).toHaveLength(5);
    expect(refused.filter((status) => status !== 400 && status !== 503)).toEqual([]);
  });

  test('has its tenant wait for itself: whoever else comes waits for one turn of each', async () => {
    const inTurn = createTurns({ atOnce: 2, waitingPerTenant: 5 });
    const begun: string[] = [];
    const ends: (() => void)[] = [];
    const ask = (tenant: string) =>
      inTurn(tenant, () => {
        begun.push(tenant);
        return new Promise<void>((done) => void ends.push(done));
      });
    const all = 'aaaabbc'.split('').map(ask);
    for (let at = 0; at < all.length; at += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(at);
      // What began first ends first.
      ends[at]?.();
    }
    await Promise.all(all);
    expect(begun.join('')).toBe('ababcaa');
    const crowd = await Promise.allSettled('dddddddd'.split('').map((each) => withEnd(ask(each))));
    expect(crowd.filter(({ status }) => status === 'rejected')).toHaveLength(2);

    function withEnd(asked: Promise<void>) {
      const timer = setInterval(() => ends.at(-1)?.(), 1);
      return asked.finally(() => clearInterval(timer));
    }
  });

  test('does not occupy the process that serves requests', async () => {
    const studio = await brandingStudio(w);
    const deep = hostile[5]?.[1] ?? '';
    const work = async (content: string) => {
      const before = process.threadCpuUsage();
      await publishLogo(studio, content);
      const { user, system } = process.threadCpuUsage(before);
      return user + system;
    };
    // As much as any other text of its length costs to receive, keep and hand over.
    const flat = svg.replace('<rect', `<!--${'x'.repeat(deep.length)}--><rect`);
    const [first, usual, hostileWork] = [await work(flat), await work(flat), await work(deep)];
    expect(hostileWork).toBeLessThan(10 * Math.max(first, usual));
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
