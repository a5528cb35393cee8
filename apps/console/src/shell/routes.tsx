import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ApiError } from '../api-error.ts';
import { can } from '../can.ts';
import { loadWords } from '../i18n/words.ts';
import { type PathName, pathTo, patterns, searchText } from '../paths.ts';
import { takePerson } from '../person.ts';
import type { Screen } from '../screen.ts';
import { endedBecause, getSession, refresh } from '../session.ts';
import { Broken, Forbidden, NotFound } from '../ui/faults.tsx';
import { useDay } from '../ui/minute.ts';
import { asks } from './asks.ts';
import { Root } from './root.tsx';
import { screens } from './screens.ts';
import { keepScroll } from './scroll.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({ component: Root });

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    if (getSession() || (await refreshPatiently())) {
      const replaced = await takePerson();
      if (replaced) void import('./keep-language.tsx').then((ask) => ask.askToKeep(replaced));
      return;
    }
    const next = location.href === '/' ? undefined : location.href;
    throw redirect({ href: pathTo('signIn', { next }) });
  },
});

/** Asks for the session again where the line was lost: that says nothing of it. */
async function refreshPatiently(): Promise<boolean> {
  try {
    return await refresh();
  } catch (failed) {
    if (!(failed instanceof ApiError) || failed.status !== 0) throw failed;
    await new Promise((resolve) => setTimeout(resolve, againMs));
    return refresh();
  }
}
const againMs = 1_000;

function routeOf(name: PathName, { load, words = [], needs, isPublic }: Screen) {
  // The router's own way with a script that is missing is another: main.tsx has ours.
  let Shown: ComponentType | undefined;
  const loadScreen = async () => {
    if (Shown) return;
    try {
      Shown = (await load()).default;
    } catch (cause) {
      throw new Error(`The screen ${name} is not there`, { cause });
    }
  };
  return createRoute({
    getParentRoute: () => (isPublic ? root : shell),
    path: patterns[name],
    component: function ShownScreen() {
      useDay();
      if (needs && !can(needs, getSession()?.user)) return <Forbidden needs={needs} />;
      return Shown && <Shown />;
    },
    // The script and the words of a screen come together, before it is shown; its data may come later.
    loader: ({ params, location, preload }) => {
      const user = getSession()?.user;
      // Whoever only points at a link may go elsewhere.
      if (!preload && (!needs || can(needs, user)))
        asks[name]?.({ params, search: location.search, user });
      return Promise.all([loadScreen(), loadWords(words)]);
    },
  });
}

const routes = (Object.entries(screens) as [PathName, Screen][]).map(
  ([name, screen]) => [screen.isPublic === true, routeOf(name, screen)] as const,
);
const isOutside = routes.filter(([isPublic]) => isPublic).map(([, route]) => route);
const isInside = routes.filter(([isPublic]) => !isPublic).map(([, route]) => route);
// Addresses that lead nowhere are shown within the shell.
const nowhere = createRoute({ getParentRoute: () => shell, path: '$', component: NotFound });

export const router = createRouter({
  routeTree: root.addChildren([shell.addChildren([...isInside, nowhere]), ...isOutside]),
  defaultErrorComponent: Broken,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 400,
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: searchText,
});

keepScroll(router);

/** Leads to the sign-in page, and back to the present address afterwards unless the person has left. */
export function toSignIn() {
  const { href } = router.state.location;
  const isKept = href !== '/' && !href.startsWith('/sign-in') && endedBecause() !== 'SIGNED_OUT';
  const next = isKept ? href : undefined;
  void router.navigate({ href: pathTo('signIn', { next }) });
}
