import { notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { onFailure, queryClient } from '../data.ts';
import { pathTo } from '../paths.ts';
import { getSession, onSession } from '../session.ts';
import { Announcer } from '../ui/announcer.tsx';
import { forgetVisits } from '../visits.ts';
import { ProofGate } from './proof-gate.tsx';
import { router, toSignIn } from './routes.tsx';
import { useToasts } from './use-toasts.ts';

/** Everything within the theme: data, pages, toasts. */
export function App() {
  const Toasts = useToasts();
  useEffect(
    () =>
      onSession(() => {
        // Nothing that one person has read is shown to the next.
        queryClient.clear();
        notifications.clean();
        forgetVisits();
        if (!getSession()) toSignIn();
      }),
    [],
  );
  useEffect(
    () =>
      onFailure(({ code }) => {
        const { pathname, href: next } = router.latestLocation;
        if (code === 'SECOND_FACTOR_SETUP_REQUIRED' && pathname !== pathTo('settings'))
          void router.navigate({ href: pathTo('settings', { setup: 'required', next }) });
      }),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      {Toasts && <Toasts />}
      <Announcer />
      <RouterProvider router={router} />
      <ProofGate />
    </QueryClientProvider>
  );
}
