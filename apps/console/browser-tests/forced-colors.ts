import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The attributes that tell a state: each is on, or not there. */
const states = [
  'aria-current',
  'aria-pressed',
  'aria-selected',
  'data-active',
  'data-on',
  'data-selected',
  'data-today',
];

/**
 * Returns a look at a page in the person's own colours, where no background is drawn (CSS Color Adjust 1,
 * section 3): each state is seen in another way, and what a background alone would draw has a line. Kinds
 * of control that were looked at before are not looked at again.
 */
export function createForcedLook(page: Page) {
  const known = new Set<string>();
  return async (title: string) => {
    const size = page.viewportSize() ?? { width: 1280, height: 800 };
    await page.emulateMedia({ forcedColors: 'active' });
    // All of the page is in sight, so that no bar lies over a control.
    await page.setViewportSize({ ...size, height: 3_000 });
    expect.soft(await page.evaluate(drawnByBackground), `${title}: drawn by lines`).toEqual([]);
    const kinds = await page.evaluate(markStates, { states, known: [...known] });
    for (const [index, kind] of kinds.entries()) {
      known.add(kind);
      const isTold = await isStateSeen(page, index);
      expect.soft(isTold, `${title}: the state of ${kind} is seen`).toBe(true);
    }
    await page.emulateMedia({ forcedColors: 'none' });
    await page.setViewportSize(size);
  };
}

/** Returns whether a control looks another way once its state is another. */
async function isStateSeen(page: Page, index: number): Promise<boolean> {
  const control = page.locator(`[data-look="${index}"]`);
  const look = () => control.screenshot({ animations: 'disabled', caret: 'hide' });
  const before = await look();
  await control.evaluate(takeState, states);
  const after = await look();
  await control.evaluate(giveState);
  return !before.equals(after);
}

/** Marks one control of each kind that has a state and was not looked at yet, and returns the kinds. */
function markStates({ states: names, known }: { states: string[]; known: string[] }): string[] {
  const told = names.map((name) => `[${name}]:not([${name}="false"])`).join();
  const kinds: string[] = [];
  for (const each of document.querySelectorAll<HTMLElement>(`${told}, input:is(:checked)`)) {
    const isInput = each.matches('input');
    const own = isInput
      ? each.closest<HTMLElement>(
          'label, .mantine-SegmentedControl-control, .mantine-Switch-root, .mantine-Checkbox-root, .mantine-Radio-root',
        )
      : each;
    const { width, height } = own?.getBoundingClientRect() ?? { width: 0, height: 0 };
    if (!own?.checkVisibility() || own.closest('[inert]') || width < 4 || height < 4) continue;
    const name = names.find((one) => each.hasAttribute(one)) ?? each.getAttribute('type');
    const kind = `${own.tagName.toLowerCase()}.${own.className} ${name}`;
    if (known.includes(kind) || kinds.includes(kind)) continue;
    own.dataset.look = String(kinds.length);
    kinds.push(kind);
  }
  return kinds;
}

type Kept = { kept?: (() => void)[] };

/** Takes the state away from a control and what is in it. */
function takeState(control: HTMLElement, names: string[]) {
  const back: (() => void)[] = [];
  for (const each of [control, ...control.querySelectorAll<HTMLElement>('*')]) {
    for (const name of names) {
      const value = each.getAttribute(name);
      if (value === null) continue;
      back.push(() => each.setAttribute(name, value));
      each.removeAttribute(name);
    }
    if (each instanceof HTMLInputElement && each.checked) {
      back.push(() => {
        each.checked = true;
      });
      each.checked = false;
    }
  }
  (globalThis as Kept).kept = back;
}

/** Gives back what was taken. */
function giveState(control: HTMLElement) {
  for (const act of (globalThis as Kept).kept ?? []) act();
  delete control.dataset.look;
}

/** Returns what has a place or a size of its own, and only a background to show it. */
function drawnByBackground(): string[] {
  const found = [...document.querySelectorAll<HTMLElement>('body *')].filter((each) => {
    if (each.closest('svg, [inert], [aria-busy="true"], .mantine-Skeleton-root')) return false;
    const isPlaced = /(^|;) *(left|width|top|height):/.test(each.getAttribute('style') ?? '');
    const isBare = each.childNodes.length === 0;
    if (!isPlaced && !isBare) return false;
    const { width, height } = each.getBoundingClientRect();
    if (width < 2 || height < 2 || !each.checkVisibility({ visibilityProperty: true }))
      return false;
    // What has no background of its own in other colours loses none.
    return each.matches('.mantine-SegmentedControl-indicator') ? false : isBackgroundAlone(each);
  });
  return [...new Set(found.map((each) => `${each.tagName.toLowerCase()}.${each.className}`))];

  function isBackgroundAlone(each: HTMLElement): boolean {
    const style = getComputedStyle(each);
    if (style.forcedColorAdjust === 'none') return false;
    const hasLine = ['Top', 'Right', 'Bottom', 'Left'].some((side) => {
      const { [`border${side}Width` as 'borderTopWidth']: size } = style;
      return Number.parseFloat(size) > 0;
    });
    if (hasLine || style.outlineStyle !== 'none') return false;
    const rules = matchedBackground(each);
    return rules;
  }

  /** Returns whether a rule of the page gives it a background. */
  function matchedBackground(each: HTMLElement): boolean {
    return [...document.styleSheets].some((sheet) => within(sheet.cssRules, each));
  }

  function within(rules: CSSRuleList, each: HTMLElement): boolean {
    return [...rules].some((rule) => {
      if (rule instanceof CSSStyleRule) {
        const { background, backgroundColor, backgroundImage } = rule.style;
        const isDrawn = [background, backgroundColor, backgroundImage].some(
          (value) => value && !/^(none|transparent|initial|unset|inherit)/.test(value),
        );
        return isDrawn && each.matches(rule.selectorText);
      }
      return rule instanceof CSSGroupingRule && within(rule.cssRules, each);
    });
  }
}
