import type { Page } from 'playwright-core';
import { wearOwnColors } from './without-grounds.ts';

/**
 * Goes once round a screen with Tab, and along what is walked by arrows, in a person's own colours. Returns
 * what can be clicked but not reached so, and what has the focus without a line that says so.
 */
export async function missedByKeyboard(page: Page): Promise<string[]> {
  await wearOwnColors(page);
  await page.evaluate(beginRound);
  for (let presses = 0; presses < 600; presses += 10) {
    for (let each = 0; each < 10; each++) await page.keyboard.press('Tab');
    if (await page.evaluate(isRound)) break;
  }
  const rovers = await page.evaluate(findRovers);
  for (let index = 0; index < rovers; index++) {
    await page.evaluate(focusRover, index);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowUp', 'ArrowLeft'])
      await page.keyboard.press(key);
  }
  const missed = await page.evaluate(endRound);
  await page.emulateMedia({ forcedColors: 'none' });
  return missed;
}

type Round = {
  /** What can be clicked, as it stood when the round began. */
  controls: Element[];
  reached: Set<Element>;
  unseen: Set<Element>;
  isRound: boolean;
  /** Of what arrows walk along, the one where Tab stops. */
  rovers: HTMLElement[];
  end: () => void;
};

/** Runs in the page: finds what can be clicked, and notes what gets the focus and whether a line says so. */
function beginRound(): void {
  const control =
    'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="switch"], [role="gridcell"], [role="slider"], [role="combobox"], [tabindex="0"]';
  const isPointedAt = (each: Element | null) =>
    each !== null && getComputedStyle(each).cursor === 'pointer';
  // What is there for password managers and screen readers alone.
  const isVeiled = (each: Element | null): boolean =>
    each !== null &&
    (getComputedStyle(each).clipPath === 'inset(50%)' || isVeiled(each.parentElement));
  const isControl = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    if (width <= 1 || height <= 1 || !each.checkVisibility({ visibilityProperty: true }))
      return false;
    if (each.closest('[inert]') || getComputedStyle(each).pointerEvents === 'none') return false;
    if (isVeiled(each)) return false;
    if (each.matches(control)) return !each.matches(':disabled');
    // What looks as if it could be clicked is, has or is part of what can be reached.
    if (!isPointedAt(each) || isPointedAt(each.parentElement)) return false;
    return !each.closest(`label, ${control}`) && !each.querySelector(`label, ${control}`);
  };
  const hasLine = (each: Element | null) => {
    if (!each) return false;
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  };
  const round: Round = {
    controls: [...document.querySelectorAll('body *')].filter(isControl),
    reached: new Set(),
    unseen: new Set(),
    isRound: false,
    rovers: [],
    end: () => removeEventListener('focusin', note),
  };
  function note({ target }: FocusEvent) {
    if (!(target instanceof Element)) return;
    if (round.reached.has(target)) round.isRound = true;
    round.reached.add(target);
    const shown = [target, target.nextElementSibling, target.closest('.mantine-PillsInput-input')];
    if (!shown.some(hasLine)) round.unseen.add(target);
  }
  addEventListener('focusin', note);
  Object.assign(globalThis, { round });
}

/** Runs in the page: says whether something had the focus twice. */
function isRound(): boolean {
  return (globalThis as unknown as { round: Round }).round.isRound;
}

/** Runs in the page: returns how many kinds of controls have one at which Tab stops, and others at which it does not. */
function findRovers(): number {
  const { round } = globalThis as unknown as { round: Round };
  const kinds = new Set(
    round.controls
      .filter((each) => !round.reached.has(each) && each.matches('[tabindex="-1"]'))
      .map(({ className }) => className),
  );
  const stops = [...round.reached].filter((each) => each instanceof HTMLElement);
  round.rovers = [...kinds].flatMap(
    (kind) => stops.find(({ className }) => className === kind) ?? [],
  );
  return round.rovers.length;
}

/** Runs in the page: puts the focus where Tab had stopped. */
function focusRover(index: number): void {
  (globalThis as unknown as { round: Round }).round.rovers[index]?.focus();
}

/** Runs in the page: says what was not reached, and what had the focus unseen. */
function endRound(): string[] {
  const { round } = globalThis as unknown as { round: Round };
  round.end();
  const { controls, reached, rovers, unseen } = round;
  /** Returns whether another key than Tab leads to it: arrows to one of several, or a key that its field names. */
  const isByOtherKey = (each: Element) => {
    if (each instanceof HTMLInputElement && each.type === 'radio')
      return controls.some(
        (other) =>
          other instanceof HTMLInputElement && other.name === each.name && reached.has(other),
      );
    const field = each.closest('.mantine-Input-wrapper')?.querySelector('[aria-keyshortcuts]');
    if (field && reached.has(field)) return true;
    const kin = controls.filter(({ className }) => className === each.className);
    return (
      rovers.some(({ className }) => className === each.className) &&
      kin.filter((other) => reached.has(other)).length > 1
    );
  };
  const nameOf = (each: Element) =>
    `${each.tagName.toLowerCase()}.${each.getAttribute('class') ?? ''} ${each.ariaLabel ?? (each as HTMLElement).innerText?.slice(0, 40) ?? ''}`.replaceAll(
      '\n',
      ' ',
    );
  return [
    ...controls
      .filter((each) => each.isConnected && !reached.has(each) && !isByOtherKey(each))
      .map((each) => `not reached: ${nameOf(each)}`),
    ...[...unseen]
      .filter((each) => each.isConnected)
      .map((each) => `focus not seen: ${nameOf(each)}`),
  ];
}
