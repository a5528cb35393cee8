import { Menu, type MenuItemProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useWriteLock } from './online.ts';

type Props = MenuItemProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof MenuItemProps> & {
    /** Says of an item that it only leads elsewhere or changes what is shown: it needs no network. */
    isLocal?: boolean;
  };

/** An item of a menu. It is an act that writes, disabled without a network, unless it says otherwise. */
export function MenuItem({ isLocal = false, ...props }: Props) {
  const { 'data-disabled': _look, ...lock } = useWriteLock(!isLocal);
  // Mantine's arrow keys pass over what has data-disabled: the reason would not be heard.
  return <Menu.Item {...props} {...lock} />;
}
