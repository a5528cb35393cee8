import { Modal } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { giveFocusBack, lastFocused, markFirst } from '../focus.ts';
import { useWords } from '../i18n/words.ts';
import classes from './dialog.module.css';
import { useIsPhone } from './phone-width.ts';

export type DialogProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
  size?: string;
};

const layers: (() => void)[] = [];
const isListOpen = () =>
  document.querySelector(
    'input[aria-expanded="true"], [role="menu"], [role="dialog"]:not([aria-modal])',
  ) !== null;

// What Esc closes is what lies on top: an open list or menu, else the layer that came last.
addEventListener(
  'keydown',
  (event) => {
    if (event.key !== 'Escape' || event.isComposing || isListOpen()) return;
    const close = layers.at(-1);
    if (!close) return;
    event.preventDefault();
    close();
  },
  { capture: true },
);

/** Makes Esc close a layer while it is the one on top, and gives the focus back to what opened it. */
export function useLayer(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const layer = () => latest.current();
    layers.push(layer);
    const opener = lastFocused();
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      giveFocusBack(opener);
    };
  }, [isOpen]);
}

/** A dialog that closes without asking; on the phone it covers the screen. */
export function PlainDialog({ title, isOpen, close, children, size = 'md' }: DialogProps) {
  const t = useWords('common');
  useLayer(isOpen, close);
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      closeOnEscape={false}
      returnFocus={false}
      title={title}
      classNames={{ title: classes.title ?? '' }}
      size={size}
      fullScreen={useIsPhone()}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div ref={markFirst}>{children}</div>
    </Modal>
  );
}
