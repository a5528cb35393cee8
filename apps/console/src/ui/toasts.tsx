import { Notifications } from '@mantine/notifications';
import classes from './toast.module.css';

/** Shows the toasts, which say shortly what was done. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={3} className={classes.toasts ?? ''} />;
}
