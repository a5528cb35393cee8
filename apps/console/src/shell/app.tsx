import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { queryClient } from '../data.ts';
import { router, toSignIn } from '../routes.tsx';
import { getSession, onSession } from '../session.ts';
import { Announcer } from './announcer.tsx';

/** Everything within the theme: data, pages, toasts. */
export function App() {
  useEffect(
    () =>
      onSession(() => {
        // Nothing that one person has read is shown to the next.
        queryClient.clear();
        if (!getSession()) toSignIn();
      }),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-center" limit={3} />
      <Announcer />
      <RouterProvider router={router} />
    </QueryClientProvider>
  );
}
