import type { JobData } from '../../background/jobs.ts';
import {
  type AdministratorMailOptions,
  createAdministratorMails,
} from '../../staff/administrator-mails.ts';
import { findEndpoint } from '../queries.ts';

type Request = JobData & { endpointUuid: string };

export type DisabledMail = ReturnType<typeof createDisabledMail>;

/** Mails the administrators of a tenant that an endpoint was disabled; one enabled meanwhile is not told of. */
export function createDisabledMail(options: AdministratorMailOptions) {
  const kind = { queue: 'webhook-disabled-mail', kind: 'WEBHOOK_DISABLED' } as const;
  return createAdministratorMails<Request>(options, kind, async (tx, { endpointUuid }) => {
    const endpoint = await findEndpoint(tx, endpointUuid);
    // The part that follows the host of an address may be a secret of the receiver.
    return endpoint?.disabledReason ? wordsOf(new URL(endpoint.url).host) : undefined;
  });
}

const wordsOf = (host: string) => ({
  SPANISH: {
    subject: 'Un webhook se ha desactivado',
    lead: `Durante cinco días han fallado todos los mensajes a ${host}, por lo que ya no se le envía nada.`,
    ask: 'Cuando funcione de nuevo, actívelo y repita los mensajes desde la página de webhooks.',
  },
  ENGLISH: {
    subject: 'A webhook was disabled',
    lead: `All messages to ${host} have failed for five days, so nothing more is sent to it.`,
    ask: 'When it works again, enable it and replay the messages on the page of webhooks.',
  },
});
