import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { createProvider, type Provider } from './core/provider.ts';
import type { ProviderState } from './core/state.ts';
import { approveAs as approveAtGoogle } from './google/oauth.ts';
import { createGoogle } from './google/server.ts';
import { approveAs as approveAtMicrosoft } from './microsoft/oauth.ts';
import { createMicrosoft } from './microsoft/server.ts';
import { type LifecycleEvent, sendLifecycle } from './microsoft/subscriptions.ts';
import { personAt } from './user-side/person.ts';

type SimulatorOptions = {
  /** Any free port by default. */
  portA?: number;
  portB?: number;
  /** The clock of both providers; the machine's by default. */
  now?: () => number;
  /** Determines which of the probable faults strike. */
  seed?: number;
  clientId?: string;
  clientSecret?: string;
  /** Says how long access tokens last, in seconds. */
  accessSeconds?: number;
  pushDelayMs?: number;
  /** The authorization endpoints answer a `login_hint` at once, without showing their page. */
  autoApprove?: boolean;
  /** Pushes may go to plain http addresses, as on one machine; both providers demand https. */
  httpPushes?: boolean;
  /** The zone of calendars that are made. */
  zone?: string;
  /** Says what an earlier run knew. */
  state?: { a: ProviderState; b: ProviderState } | undefined;
};

export type Simulators = Awaited<ReturnType<typeof startSimulators>>;
/** Starts both providers on 127.0.0.1. */
export async function startSimulators(options: SimulatorOptions = {}) {
  const { clientId = 'atrium-local', clientSecret = 'simulated-secret', seed = 1 } = options;
  const shared = { ...options, clientId, clientSecret };
  const google = createProvider({
    ...shared,
    seed,
    state: options.state?.a,
    uidDomain: 'google.com',
  });
  const microsoft = createProvider({ ...shared, seed: seed + 1, state: options.state?.b });
  const appA = createGoogle(google);
  const appB = createMicrosoft(microsoft);
  const urlA = await listen(appA, options.portA);
  const urlB = await listen(appB, options.portB);
  google.url = urlA;
  microsoft.url = urlB;

  return {
    a: {
      ...handleOf(google, 'a', urlA),
      /** Says where the browser goes when this person allows the connection, or no more than `granted`. */
      approve: (authorizationUrl: string, email: string, granted?: string) =>
        approveAtGoogle(google, authorizationUrl, email, granted),
    },
    b: {
      ...handleOf(microsoft, 'b', urlB),
      approve: (authorizationUrl: string, email: string, granted?: string) =>
        approveAtMicrosoft(microsoft, authorizationUrl, email, granted),
      sendLifecycle: (email: string, event: LifecycleEvent) =>
        sendLifecycle(microsoft, email, event),
    },
    /** The settings with which the platform finds them. */
    environment: {
      ...settingsA(urlA, clientId, clientSecret),
      ...settingsB(urlB, clientId, clientSecret),
    },
    async close(): Promise<void> {
      google.pushes.close();
      microsoft.pushes.close();
      await Promise.all([appA.close(), appB.close()]);
    },
  };
}

function handleOf(provider: Provider, kind: 'a' | 'b', url: string) {
  const { clock, faults, grants, mails, pushes, requests, state } = provider;
  return {
    url,
    provider,
    clock,
    faults,
    mails,
    pushes,
    requests,
    state,
    /** The person whose calendar this is; it is made when first asked for. */
    person: (email: string) => personAt(provider, kind, email),
    /** The person takes the permission back: refreshing is refused from now on. */
    revoke: (email: string) => grants.revokeAccount(email.toLowerCase()),
    expireAccessTokens: (email: string) => grants.expireAccess(email.toLowerCase()),
    expireSyncTokens: (email: string) => provider.calendarOf(email).expireSyncTokens(),
    /** Ends all channels or subscriptions of an account without a word. */
    dropChannels: (email: string) => provider.dropChannels(email.toLowerCase()),
  };
}

async function listen(app: FastifyInstance, port = 0): Promise<string> {
  await app.listen({ host: '127.0.0.1', port });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

function settingsA(url: string, clientId: string, clientSecret: string) {
  return {
    CALENDAR_GOOGLE_BASE_URL: url,
    CALENDAR_GOOGLE_AUTHORIZATION_URL: `${url}/o/oauth2/v2/auth`,
    CALENDAR_GOOGLE_TOKEN_URL: `${url}/token`,
    CALENDAR_GOOGLE_REVOCATION_URL: `${url}/revoke`,
    CALENDAR_GOOGLE_CLIENT_ID: clientId,
    CALENDAR_GOOGLE_CLIENT_SECRET: clientSecret,
    CALENDAR_GOOGLE_SCOPES:
      'openid email https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.readonly',
  };
}

function settingsB(url: string, clientId: string, clientSecret: string) {
  return {
    CALENDAR_MICROSOFT_BASE_URL: url,
    CALENDAR_MICROSOFT_AUTHORIZATION_URL: `${url}/common/oauth2/v2.0/authorize`,
    CALENDAR_MICROSOFT_TOKEN_URL: `${url}/common/oauth2/v2.0/token`,
    CALENDAR_MICROSOFT_CLIENT_ID: clientId,
    CALENDAR_MICROSOFT_CLIENT_SECRET: clientSecret,
    CALENDAR_MICROSOFT_SCOPES: 'openid email profile offline_access User.Read Calendars.ReadWrite',
  };
}
