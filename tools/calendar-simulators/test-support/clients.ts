import { calendar, type calendar_v3 } from '@googleapis/calendar';
import { Client, type Context } from '@microsoft/microsoft-graph-client';
import type { Simulators } from '../src/start-simulators.ts';
import { signIn } from './sign-in.ts';

/** Google's own client, signed in as this person, without retries of its own. */
export async function clientA(
  simulators: Simulators,
  email: string,
): Promise<calendar_v3.Calendar> {
  const { access_token } = await signIn(simulators, 'a', email);
  return calendar({
    version: 'v3',
    rootUrl: `${simulators.a.url}/`,
    headers: { authorization: `Bearer ${access_token}` },
    retry: false,
  });
}

/**
 * Microsoft's own client, signed in as this person. Its usual middleware sends a token over
 * https only, whatever `customHosts` says, so that the last step is our own here.
 */
export async function clientB(simulators: Simulators, email: string): Promise<Client> {
  const { access_token } = await signIn(simulators, 'b', email);
  return Client.initWithMiddleware({
    baseUrl: `${simulators.b.url}/`,
    middleware: {
      async execute(context: Context) {
        const headers = new Headers(context.options?.headers as Record<string, string>);
        headers.set('authorization', `Bearer ${access_token}`);
        context.response = await fetch(context.request, {
          ...(context.options as RequestInit),
          headers,
        });
      },
    },
  });
}

/** A link of an answer as the client takes it; it would mistake one over http for a path. */
export function pathOf(link: string): string {
  const { pathname, search } = new URL(link);
  return `${pathname.replace('/v1.0', '')}${search}`;
}
