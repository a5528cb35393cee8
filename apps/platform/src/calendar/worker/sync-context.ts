import type { Logger } from 'pino';
import type { Services } from '../../services.ts';
import type { CalendarClient, ProviderSettings } from '../providers/provider.ts';
import type { Lease } from './lease.ts';

/** What a worker has in hand for one connection: the lease, the calendar, and the platform's services. */
export type SyncContext = {
  lease: Lease;
  client: CalendarClient;
  settings: ProviderSettings;
  services: Pick<Services, 'jobs'>;
  logger: Logger;
};
