import { useComputedColorScheme } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import classes from './brand.module.css';

/** The styles of this page: its files, and the variables of its theme. */
const styles = 'head style, head link[rel="stylesheet"], style[data-mantine-styles="true"]';

type Props = { width: number; height: number; scale: number; title: string };

/** A document of its own within the page: what is drawn in it is laid out for its width, as on a phone. */
export function Window({ children, ...props }: Props & { children: ReactNode }) {
  const scheme = useComputedColorScheme('light');
  const [drawn, setDrawn] = useState<Document>();
  useEffect(() => {
    if (!drawn) return;
    const { documentElement: root, head } = drawn;
    root.lang = document.documentElement.lang;
    root.dataset.mantineColorScheme = scheme;
    for (const style of document.querySelectorAll(styles)) head.append(copyOf(style));
    return () => head.replaceChildren();
  }, [drawn, scheme]);
  return (
    <>
      <Frame {...props} opened={setDrawn} />
      {drawn && createPortal(children, drawn.body)}
    </>
  );
}

/** A whole HTML document, as a mail is one, drawn as it is. */
export function Letter({ html, ...props }: Props & { html: string }) {
  const [drawn, setDrawn] = useState<Document>();
  useEffect(() => {
    if (!drawn) return;
    // The policy of the page takes no style from markup: each is set by itself.
    const markup = html
      .replaceAll(' style="', ' data-style="')
      .replaceAll('<style>', `<style nonce="${pageNonce()}">`);
    const parsed = new DOMParser().parseFromString(markup, 'text/html');
    for (const each of parsed.querySelectorAll<HTMLElement>('[data-style]'))
      each.style.cssText = each.dataset.style ?? '';
    drawn.replaceChild(drawn.adoptNode(parsed.documentElement), drawn.documentElement);
  }, [drawn, html]);
  return <Frame {...props} opened={setDrawn} />;
}

/** An empty frame that nobody can act in; `opened` gets its document, again where a browser makes another. */
function Frame({
  width,
  height,
  scale,
  title,
  opened,
}: Props & { opened: (drawn: Document | undefined) => void }) {
  const [frame, setFrame] = useState<HTMLIFrameElement | null>(null);
  useEffect(() => opened(frame?.contentDocument ?? undefined), [frame, opened]);
  return (
    <iframe
      ref={setFrame}
      inert
      aria-hidden
      tabIndex={-1}
      title={title}
      className={classes.drawn}
      style={{ width, height, transform: `scale(${scale})` }}
      onLoad={({ currentTarget }) => opened(currentTarget.contentDocument ?? undefined)}
    />
  );
}

const pageNonce = () =>
  document.querySelector<HTMLElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Copies a style with its nonce, which a clone leaves out. */
function copyOf(style: Element): Node {
  const copy = style.cloneNode(true) as HTMLElement;
  copy.nonce = pageNonce();
  return copy;
}
