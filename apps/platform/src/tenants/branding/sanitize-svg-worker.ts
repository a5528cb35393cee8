import { parentPort } from 'node:worker_threads';
import createDomPurify, { type WindowLike } from 'dompurify';
import { JSDOM } from 'jsdom';
import type { Sanitized } from './sanitize-svg.ts';

const svgNamespace = 'http://www.w3.org/2000/svg';
const maxUses = 200;

// What a reference may lead to: a part of the drawing itself, or data that is only pixels or letters.
const ownPart = /^\s*#/;
const pixels = /^\s*data:image\/(?:png|jpe?g|gif|webp);base64,/i;
const ownOrData = /^(?:#|data:(?:font\/|application\/(?:x-)?font|image\/(?:png|jpe?g|gif|webp)))/i;

/** Whether a style or an attribute reaches for something outside the drawing. */
function reachesOut(css: string): boolean {
  if (/@import|\\|image-set|expression\s*\(|javascript:/i.test(css)) return true;
  const targets = [...css.matchAll(/url\(([^)]*)/gi)].map(([, target = '']) => target);
  return targets.some((target) => !ownOrData.test(target.replace(/^[\s"']+/, '')));
}

/** Keeps the parts of a drawing that draw. References stay inside it, and nothing can run. */
function sanitize(text: string): Sanitized {
  if (/<!ENTITY|<!DOCTYPE[^>]*\[/i.test(text)) return { refusal: 'The drawing declares entities' };
  let source: JSDOM;
  try {
    source = new JSDOM(text, { contentType: 'image/svg+xml' });
  } catch {
    return { refusal: 'The drawing is not well-formed XML' };
  }
  const root = source.window.document.documentElement;
  if (root.localName !== 'svg' || root.namespaceURI !== svgNamespace)
    return { refusal: 'The drawing is not SVG' };
  if (root.getElementsByTagNameNS('*', 'use').length > maxUses)
    return { refusal: `The drawing repeats parts more than ${maxUses} times` };

  const { window } = new JSDOM('');
  const body = purifier(window as unknown as WindowLike).sanitize(root.outerHTML, {
    USE_PROFILES: { svg: true, svgFilters: true },
    ADD_TAGS: ['use'],
    RETURN_DOM: true,
  });
  const clean = (body as unknown as HTMLElement).firstElementChild;
  if (clean?.localName !== 'svg' || clean.namespaceURI !== svgNamespace)
    return { refusal: 'Nothing of the drawing may be shown' };
  return { svg: new window.XMLSerializer().serializeToString(clean) };
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

parentPort?.on('message', (text: string) => parentPort?.postMessage(sanitize(text)));
