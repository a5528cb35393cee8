import {
  type ButtonProps,
  createPolymorphicComponent,
  Button as MantineButton,
} from '@mantine/core';
import type { Ref } from 'react';
import classes from './button.module.css';
import { useWriteLock } from './online.ts';

type Props = ButtonProps & {
  type?: 'submit' | 'button' | 'reset';
  ref?: Ref<HTMLButtonElement>;
  /** Says whether it writes, where that is not told by sending a form or showing progress. */
  writes?: boolean;
};

/** A button. One that writes, as those that send a form or show progress do, is disabled without a network. */
export const Button = createPolymorphicComponent<'button', Props>(function OwnButton({
  writes,
  ...props
}: Props) {
  const lock = useWriteLock(writes ?? (props.type === 'submit' || props.loading !== undefined));
  return (
    <MantineButton
      classNames={{ root: classes.root ?? '', label: classes.label ?? '' }}
      {...props}
      {...lock}
    />
  );
});
