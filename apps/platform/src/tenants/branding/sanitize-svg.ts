import createDomPurify, { type WindowLike } from 'dompurify';
import { JSDOM } from 'jsdom';
import { ImageRefusal } from './image-refusal.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const xlinkNamespace = 'http://www.w3.org/1999/xlink';
/** The prefixes that HTML writes before the attributes of a namespace; those of others draw nothing. */
const prefixes: Readonly<Record<string, string>> = {
  [xlinkNamespace]: 'xlink:',
  'http://www.w3.org/XML/1998/namespace': 'xml:',
};

// Far more than a logo has: every visitor's browser draws what is published here.
const maxElements = 20_000;
const maxUses = 200;
/** The most elements that may be drawn once each reference is what it leads to. */
const maxDrawn = 100_000;
const maxFilterSteps = 100;
/** The largest numbers that the costly attributes of filter steps may have. */
const filterLimits: Readonly<Record<string, number>> = {
  numOctaves: 10,
  order: 15,
  radius: 500,
  stdDeviation: 500,
};

// The targets that a reference may lead to: a part of the drawing itself, or data that is only pixels or letters.
const ownPart = /^\s*#/;
const pixels = /^\s*data:image\/(?:png|jpe?g|gif|webp);base64,/i;
const ownOrData = /^(?:#|data:(?:font\/|application\/(?:x-)?font|image\/(?:png|jpe?g|gif|webp)))/i;

/**
 * Returns the drawing without scripts, handlers and references to elsewhere. Throws ImageRefusal
 * for what is not a well-formed drawing, or would be too much work for those who show it.
 */
export function sanitizeSvg(text: string): string {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text))
    throw new ImageRefusal('The drawing declares entities');
  // Counted in the text, because parsing costs more than a refusal.
  if (countAtMost(text, /<[^/!?]/g, maxElements) > maxElements)
    throw new ImageRefusal(`The drawing has more than ${maxElements} elements`);
  const source = parse(text);
  const root = source.documentElement;
  if (root.localName !== 'svg' || root.namespaceURI !== svgNamespace)
    throw new ImageRefusal('The drawing is not SVG');
  refuseCostlyParts(root);

  const { window } = new JSDOM('');
  const body = purifier(window as unknown as WindowLike).sanitize(withoutPrefixes(source), {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    RETURN_DOM: true,
  });
  const clean = (body as unknown as HTMLElement).firstElementChild;
  if (clean?.localName !== 'svg' || clean.namespaceURI !== svgNamespace)
    throw new ImageRefusal('Nothing of the drawing may be shown');
  return new window.XMLSerializer().serializeToString(clean);
}

function parse(text: string): Document {
  try {
    return new JSDOM(text, { contentType: 'image/svg+xml' }).window.document;
  } catch {
    throw new ImageRefusal('The drawing is not well-formed XML');
  }
}

function countAtMost(text: string, pattern: RegExp, most: number): number {
  let count = 0;
  while (count <= most && pattern.exec(text)) count++;
  return count;
}

function refuseCostlyParts(root: Element): void {
  if (root.getElementsByTagNameNS('*', 'use').length > maxUses)
    throw new ImageRefusal(`The drawing repeats parts more than ${maxUses} times`);
  if (countDrawn(root) > maxDrawn)
    throw new ImageRefusal(`The drawing repeats itself to more than ${maxDrawn} elements`);
  const steps = [...root.getElementsByTagNameNS('*', '*')].filter(({ localName }) =>
    /^fe[A-Z]/.test(localName),
  );
  if (steps.length > maxFilterSteps)
    throw new ImageRefusal(`The drawing has more than ${maxFilterSteps} filter steps`);
  for (const step of steps) {
    for (const [name, most] of Object.entries(filterLimits)) {
      const numbers = step.getAttribute(name)?.split(/[\s,]+/) ?? [];
      if (numbers.some((number) => Number(number) > most))
        throw new ImageRefusal(`${step.localName} has ${name} above ${most}`);
    }
  }
}

/**
 * Returns how many elements are drawn when each `use` draws what it leads to, and what that leads to
 * (SVG 2, section 5.6); a circle of them draws nothing. Counting takes a pass over the elements, drawing
 * them would take time without end.
 */
function countDrawn(root: Element): number {
  const all = [root, ...root.getElementsByTagNameNS('*', '*')];
  const places = new Map(all.map((element, at) => [element, at]));
  const sizes = new Map<Element, number>();
  for (const element of all.toReversed()) {
    const size = 1 + (sizes.get(element) ?? 0);
    sizes.set(element, size);
    const parent = element.parentElement;
    if (parent) sizes.set(parent, size + (sizes.get(parent) ?? 0));
  }
  const parts = new Map<string | undefined, Element>(
    all.toReversed().map((element) => [element.id, element]),
  );
  const uses = all
    .filter(({ localName }) => localName === 'use')
    .map((use) => ({ at: places.get(use) ?? 0, part: parts.get(targetOf(use)) }));
  const drawn = new Map<Element, number>();
  const count = (part: Element): number => {
    const known = drawn.get(part);
    if (known !== undefined) return known;
    drawn.set(part, 0);
    const [from, size] = [places.get(part) ?? 0, sizes.get(part) ?? 0];
    const led = uses.filter(({ at }) => at >= from && at < from + size);
    const total = led.reduce((sum, use) => sum + (use.part ? count(use.part) : 0), size);
    drawn.set(part, total);
    return total;
  };
  return count(root);
}

/** Returns the id of the part that a `use` leads to; none for one that leads elsewhere. */
function targetOf(use: Element): string | undefined {
  const href = use.getAttribute('href') ?? use.getAttributeNS(xlinkNamespace, 'href');
  return href?.trim().replace(/^#/, '') || undefined;
}

/**
 * Returns the drawing as text whose elements have no prefix and which declares no namespace but its
 * own: the sanitiser reads it as HTML, where `svg:rect` is no element of SVG.
 */
function withoutPrefixes(source: Document): string {
  const target = source.implementation.createHTMLDocument();
  const root = target.createElementNS(svgNamespace, 'svg');
  const copies = new Map<Node, Node>();
  const walker = source.createTreeWalker(source.documentElement, 1 | 4 | 8);
  for (let node: Node | null = walker.currentNode; node; node = walker.nextNode()) {
    const parent = node.parentNode && copies.get(node.parentNode);
    const isRoot = node === source.documentElement;
    if (!isRoot && !parent) continue;
    const copy = isRoot ? root : copyOf(node, target);
    if (!copy) continue;
    if (isElement(node)) copyAttributes(node, copy as Element);
    parent?.appendChild(copy);
    copies.set(node, copy);
  }
  // Without it the serialiser invents a prefix.
  if (root.outerHTML.includes('xlink:')) root.setAttribute('xmlns:xlink', xlinkNamespace);
  return root.outerHTML;
}

const isElement = (node: Node): node is Element => node.nodeType === 1;

/** What is told of a drawing beside what it shows. */
const unseen = new Set(['desc', 'metadata']);

/** Returns a copy in another document; undefined for an editor's own elements and others that draw nothing. */
function copyOf(node: Node, target: Document): Node | undefined {
  if (!isElement(node)) return target.createTextNode(withoutComments(node));
  if (node.namespaceURI !== svgNamespace || unseen.has(node.localName)) return undefined;
  return target.createElementNS(svgNamespace, node.localName);
}

/** Returns a text, of a style sheet without its comments. */
function withoutComments({ nodeValue, parentNode }: Node): string {
  const text = nodeValue ?? '';
  const isStyle = parentNode !== null && isElement(parentNode) && parentNode.localName === 'style';
  return isStyle ? text.replace(/\/\*.*?\*\//gs, ' ') : text;
}

function copyAttributes(from: Element, to: Element): void {
  for (const { namespaceURI, localName, value } of from.attributes) {
    const prefix = namespaceURI === null ? '' : prefixes[namespaceURI];
    if (prefix !== undefined && !localName.startsWith('data-'))
      to.setAttribute(prefix + localName, value);
  }
}

/** Returns whether a style or an attribute reaches for something outside the drawing. */
function reachesOut(css: string): boolean {
  if (/@import|\\|image-set|expression\s*\(|javascript:/i.test(css)) return true;
  const targets = [...css.matchAll(/url\(([^)]*)/gi)].map(([, target = '']) => target);
  return targets.some((target) => !ownOrData.test(target.replace(/^[\s"']+/, '')));
}

function purifier(window: WindowLike) {
  const purify = createDomPurify(window);
  purify.addHook('uponSanitizeElement', (node, { tagName }) => {
    if (tagName === 'style' && reachesOut(node.textContent ?? ''))
      node.parentNode?.removeChild(node);
  });
  purify.addHook('uponSanitizeAttribute', (node, attribute) => {
    const { attrName, attrValue } = attribute;
    const isReference = attrName === 'href' || attrName === 'xlink:href';
    const inside =
      ownPart.test(attrValue) || (node.localName === 'image' && pixels.test(attrValue));
    if (isReference ? !inside : reachesOut(attrValue)) attribute.keepAttr = false;
  });
  return purify;
}
