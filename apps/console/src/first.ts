import { askAhead } from './ahead.ts';
import { getSession, refresh } from './session.ts';
import { presentTenant } from './tenant.ts';

/**
 * Runs before the page's own script has come: asks for the session, and then for what every page wants of
 * the person. Whatever fails is asked for again by the page, which tells of it.
 */
async function begin() {
  // A way back from a firm's provider brings a session of its own.
  if (location.hash === '#signed-in') return;
  await refresh().catch(() => undefined);
  const session = getSession();
  if (!session) return;
  const asker = { session, tenantUuid: presentTenant() };
  askAhead('/api/auth/me', asker);
  askAhead('/api/start', asker);
}

void begin();
