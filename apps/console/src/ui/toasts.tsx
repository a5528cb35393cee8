import { Notifications } from '@mantine/notifications';

/** Where what was done is said shortly. */
export default function Toasts() {
  return <Notifications position="bottom-center" limit={3} />;
}
