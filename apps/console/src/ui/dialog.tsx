import { Drawer, Group } from '@mantine/core';
import { type ReactNode, useCallback, useRef } from 'react';
import { markFirst } from '../focus.ts';
import { useWords } from '../i18n/words.ts';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { DialogLeave, type Leave } from './dialog-leave.ts';
import { useIsPhone } from './phone-width.ts';
import { type DialogProps, PlainDialog, useLayer } from './plain-dialog.tsx';

/** Returns what closes a layer: a form in it is asked first. */
function useAskedClose(close: () => void) {
  const leave = useRef<Leave>(undefined);
  const register = useCallback((ask: Leave | undefined) => {
    leave.current = ask;
  }, []);
  return { close: () => (leave.current ? leave.current(close) : close()), register };
}

/** A dialog; a form in it on which something was typed is asked before it closes. Esc closes what lies on top. */
export function Dialog({ close, children, ...props }: DialogProps) {
  const asked = useAskedClose(close);
  return (
    <PlainDialog {...props} close={asked.close}>
      <DialogLeave value={asked.register}>{children}</DialogLeave>
    </PlainDialog>
  );
}

/** A sheet at the side of the page; on the phone it covers the screen. */
export function Sheet({ title, isOpen, close, children, size = 'md' }: DialogProps) {
  const t = useWords('common');
  const asked = useAskedClose(close);
  useLayer(isOpen, asked.close);
  return (
    <Drawer
      opened={isOpen}
      onClose={asked.close}
      closeOnEscape={false}
      returnFocus={false}
      title={title}
      classNames={{ title: classes.title ?? '' }}
      size={useIsPhone() ? '100%' : size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <div ref={markFirst}>
        <DialogLeave value={asked.register}>{children}</DialogLeave>
      </div>
    </Drawer>
  );
}

type ConfirmProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  /** Says what will happen, with counts. */
  children: ReactNode;
  act: string;
  run: () => void;
  isDestructive?: boolean;
  isRunning?: boolean;
};

/** Asks before something that cannot simply be undone. */
export function Confirm({
  title,
  isOpen,
  close,
  children,
  act,
  run,
  isDestructive,
  isRunning,
}: ConfirmProps) {
  const t = useWords('common');
  return (
    <PlainDialog title={title} isOpen={isOpen} close={close}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('back')}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : {})}
          loading={isRunning ?? false}
          onClick={run}
        >
          {act}
        </Button>
      </Group>
    </PlainDialog>
  );
}
