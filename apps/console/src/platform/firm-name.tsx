import classes from './platform.module.css';

/** A firm's name in a table: what has no room is cut, and told on hover. */
export const FirmName = ({ name }: { name: string }) => (
  <strong className={classes.firmName} title={name}>
    {name}
  </strong>
);
