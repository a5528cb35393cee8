import { type RefObject, useEffect } from 'react';

/** The height of an A4 page within its margins, in pixels, with a little to spare. */
const pageHeight = 1_020;
/** From the size at which it reads well to the smallest that can be read. */
const zooms = [0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4];

/** Lays an element out for paper while it is printed: in the light, and, if it is to fit, as large as one page allows. */
export function usePaper(element: RefObject<HTMLElement | null>, { fits = true } = {}) {
  useEffect(() => {
    const root = document.documentElement;
    const scheme = 'data-mantine-color-scheme';
    let before: string | null = null;
    const begin = () => {
      const paper = element.current;
      if (!paper) return;
      before = root.getAttribute(scheme);
      root.setAttribute(scheme, 'light');
      paper.dataset.paper = 'true';
      if (!fits) return;
      for (const zoom of zooms) {
        paper.style.setProperty('--paper-zoom', String(zoom));
        if (paper.getBoundingClientRect().height <= pageHeight) break;
      }
    };
    const end = () => {
      if (before) root.setAttribute(scheme, before);
      delete element.current?.dataset.paper;
    };
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, [element, fits]);
}
