import { Checkbox, type CheckboxProps, Switch, type SwitchProps } from '@mantine/core';
import { useWriteLock } from './online.ts';
import classes from './saved-at-once.module.css';

/** A box whose tick is saved at once; disabled without a network. */
export function Tick(props: CheckboxProps) {
  // The label makes the place to touch larger than the box.
  return (
    <label className={classes.tick}>
      <Checkbox {...props} {...useWriteLock()} />
    </label>
  );
}

/** A switch that is saved at once; disabled without a network. */
export function SavedSwitch(props: SwitchProps) {
  return <Switch {...props} {...useWriteLock()} />;
}
