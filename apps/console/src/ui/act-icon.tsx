import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { ComponentPropsWithoutRef } from 'react';
import { useWriteLock } from './online.ts';

type ActProps = ActionIconProps &
  Omit<ComponentPropsWithoutRef<'button'>, keyof ActionIconProps> & { 'aria-label': string };

/** A picture of an act that writes; disabled without a network. */
export function ActIcon(props: ActProps) {
  return <ActionIcon {...props} {...useWriteLock()} />;
}
