import type { Page } from 'playwright-core';

/**
 * Returns what a screen says by backgrounds alone, which a person's own colours take away: parts that
 * are nothing but a ground, states that look as their neighbours do, and a focus that is not seen.
 */
export async function saidByGrounds(page: Page): Promise<string[]> {
  await page.evaluate(noteGrounds);
  await wearOwnColors(page);
  const found = await page.evaluate(readLines);
  await page.emulateMedia({ forcedColors: 'none' });
  return found;
}

/** Shows a page in a person's own colours, with what is drawn for these. */
export async function wearOwnColors(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).getPropertyValue('--a-brand') === 'Highlight',
  );
}

type Noted = { grounds: [Element, string][]; states: Element[] };

/** Runs in the page, with its own colours: keeps what is drawn by a ground alone, and what has a state. */
function noteGrounds(): void {
  const isSeen = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    return (
      width > 1 &&
      height > 1 &&
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const isClear = (color: string) => /^rgba\(.*, 0\)$|\/ 0\)$|^transparent$/.test(color);
  const groundOf = (from: Element | null): string => {
    for (let at = from; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!isClear(backgroundColor)) return backgroundColor;
    }
    return '';
  };
  const isShape = (each: Element, pseudo: string) => {
    const style = getComputedStyle(each, pseudo || null);
    if (pseudo && (style.content !== '""' || style.opacity === '0')) return false;
    if (pseudo && (Number.parseFloat(style.width) < 2 || Number.parseFloat(style.height) < 1))
      return false;
    const drawn = /gradient/.test(style.backgroundImage);
    const ground = style.backgroundColor;
    const behind = groundOf(pseudo ? each : each.parentElement);
    return drawn || (!isClear(ground) && ground !== behind);
  };
  const states =
    '[aria-selected="true"], [aria-pressed="true"], [aria-checked="true"], [aria-current]:not([aria-current="false"]), [data-today], [data-on], [data-active="true"], [data-selected], input:checked + label';
  const grounds: [Element, string][] = [];
  for (const each of document.querySelectorAll('body *')) {
    if (!isSeen(each) || each.closest('svg, [inert]')) continue;
    const isBare =
      !(each as HTMLElement).innerText?.trim() &&
      !each.querySelector('svg, img, input, canvas') &&
      !each.matches('img, input, canvas, iframe, textarea, select');
    const letters = ['::before', '::after'].some((p) =>
      /\w/.test(getComputedStyle(each, p).content.replace(/^none$|^normal$/, '')),
    );
    if (letters || each.matches('.mantine-SegmentedControl-indicator')) continue;
    if (isBare && isShape(each, '')) grounds.push([each, '']);
    for (const pseudo of ['::before', '::after'])
      if (isShape(each, pseudo)) grounds.push([each, pseudo]);
  }
  const noted: Noted = { grounds, states: [...document.querySelectorAll(states)].filter(isSeen) };
  Object.assign(globalThis, { noted });
}

/** Runs in the page, with a person's own colours: says what of that can no longer be seen. */
function readLines(): string[] {
  const { grounds, states } = (globalThis as unknown as { noted: Noted }).noted;
  const nameOf = (each: Element) =>
    `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''} ${(each as HTMLElement).innerText?.slice(0, 40).replaceAll('\n', ' ') ?? ''}`.trim();
  const hasLine = (style: CSSStyleDeclaration) =>
    style.forcedColorAdjust === 'none' ||
    (style.outlineStyle !== 'none' && style.outlineWidth !== '0px') ||
    ['Top', 'Right', 'Bottom', 'Left'].some((side) => {
      const read = (part: string) => style[`border${side}${part}` as never] as string;
      return read('Width') !== '0px' && !/none|hidden/.test(read('Style'));
    });
  const lookOf = (each: Element) =>
    [each, ...each.children]
      .map((part) => {
        const s = getComputedStyle(part);
        return [
          s.outlineStyle,
          s.outlineWidth,
          s.borderWidth,
          s.borderStyle,
          s.borderColor,
          s.textDecorationLine,
          s.fontWeight,
          s.color,
          s.forcedColorAdjust === 'none' ? s.backgroundColor : '',
        ].join(' ');
      })
      .join('|');
  const lost = grounds
    .filter(
      ([each, pseudo]) =>
        !hasLine(getComputedStyle(each)) && !hasLine(getComputedStyle(each, pseudo || null)),
    )
    .map(
      ([each, pseudo]) =>
        `ground: ${nameOf(each)}${pseudo} in ${nameOf(each.parentElement ?? each)}`,
    );
  // Behind letters the browser lays the paper: what is written in its colour is gone.
  const paper = getComputedStyle(document.body).backgroundColor;
  const written = [...document.querySelectorAll('body *')].filter((each) => {
    const isText = [...each.childNodes].some(
      ({ nodeType, nodeValue }) => nodeType === Node.TEXT_NODE && nodeValue?.trim(),
    );
    const { color, forcedColorAdjust } = getComputedStyle(each);
    return isText && color === paper && forcedColorAdjust !== 'none';
  });
  const alike = states.flatMap((each) => {
    const kin = `${each.tagName.toLowerCase()}${[...each.classList].map((name) => `.${CSS.escape(name)}`).join('')}`;
    const others = [...document.querySelectorAll(kin)].filter((other) => !states.includes(other));
    return others.some((other) => lookOf(other) === lookOf(each)) ? [`state: ${nameOf(each)}`] : [];
  });
  const unread = written.map((each) => `letters: ${nameOf(each)}`);
  return [...new Set([...lost, ...unread, ...alike])];
}
