import type { Logger } from 'pino';
import type { Services } from '../../services.ts';
import type { CalendarClient, ProviderSettings } from '../providers/provider.ts';
import type { Lease } from './lease.ts';

/** What a worker has in hand for one connection: the lease, the calendar, and the platform's services. */
export type Work = {
  lease: Lease;
  client: CalendarClient;
  /** Ends the grant of a disconnected calendar and deletes its tokens. */
  endGrant: () => Promise<void>;
  settings: ProviderSettings;
  services: Pick<Services, 'jobs'>;
  logger: Logger;
};
