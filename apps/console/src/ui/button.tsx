import {
  type ButtonProps,
  createPolymorphicComponent,
  Button as MantineButton,
} from '@mantine/core';
import type { Ref } from 'react';
import classes from './button.module.css';
import { useOnline } from './online.ts';

type Props = ButtonProps & { type?: 'submit' | 'button' | 'reset'; ref?: Ref<HTMLButtonElement> };

/** A button. One that writes, which sends a form or shows progress, is disabled while there is no network. */
export const Button = createPolymorphicComponent<'button', Props>(function OwnButton(props: Props) {
  const isOnline = useOnline();
  const writes = props.type === 'submit' || props.loading !== undefined;
  return (
    <MantineButton
      classNames={{ root: classes.root ?? '', label: classes.label ?? '' }}
      {...props}
      disabled={props.disabled || (writes && !isOnline)}
    />
  );
});
