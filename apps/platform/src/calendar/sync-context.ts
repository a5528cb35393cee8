import type { Logger } from 'pino';
import type { CalendarSettings } from '../calendar-settings.ts';
import type { MeetingServices } from '../meetings/export-change.ts';
import type { ChannelSecrets } from './channel-secret.ts';
import type { CalendarClient, Provider } from './providers/provider.ts';
import type { Lease } from './worker/lease.ts';

/** All that a worker holds for one connection: the lease, the calendar, and whom it tells. */
export type SyncContext = {
  lease: Lease;
  client: CalendarClient;
  provider: Provider;
  settings: CalendarSettings;
  /** The address at which the provider tells of changes. */
  address: string;
  channelSecrets: ChannelSecrets;
  /** Ends the grant of a disconnected calendar and deletes its tokens. */
  endGrant: () => Promise<void>;
  services: MeetingServices;
  logger: Logger;
};
