import { Drawer, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { Button } from './button.tsx';
import classes from './dialog.module.css';
import { useIsPhone } from './phone-width.ts';

type DialogProps = {
  title: string;
  isOpen: boolean;
  close: () => void;
  children: ReactNode;
  size?: string;
};

/** A dialog; on the phone it covers the screen. Esc closes it. */
export function Dialog({ title, isOpen, close, children, size = 'md' }: DialogProps) {
  const t = useWords('common');
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={title}
      classNames={{ title: classes.title ?? '' }}
      size={size}
      fullScreen={useIsPhone()}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
    </Modal>
  );
}

/** A sheet at the side of the page; on the phone it covers the screen. */
export function Sheet({ title, isOpen, close, children, size = 'md' }: DialogProps) {
  const t = useWords('common');
  return (
    <Drawer
      opened={isOpen}
      onClose={close}
      title={title}
      classNames={{ title: classes.title ?? '' }}
      size={useIsPhone() ? '100%' : size}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {children}
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
    <Dialog title={title} isOpen={isOpen} close={close}>
      {children}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={close}>
          {t('cancel')}
        </Button>
        <Button
          {...(isDestructive ? { color: 'red' } : {})}
          loading={isRunning ?? false}
          onClick={run}
        >
          {act}
        </Button>
      </Group>
    </Dialog>
  );
}
