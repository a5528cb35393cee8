import { Notifications } from '@mantine/notifications';

/** Shows the toasts, which say shortly what was done. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={3} />;
}
