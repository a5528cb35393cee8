import { defineAdministratorMail } from '../../mail/outbox/administrators.ts';
import { findEndpoint } from '../queries.ts';

/** Tells the administrators of a tenant that an endpoint was disabled; one enabled meanwhile is not told of. */
export const disabledMail = defineAdministratorMail<{ endpointUuid: string }>(
  async (tx, { endpointUuid }) => {
    const endpoint = await findEndpoint(tx, endpointUuid);
    if (!endpoint?.disabledReason || endpoint.url === null) return undefined;
    // The part that follows the host of an address may be a secret of the receiver.
    const { host } = new URL(endpoint.url);
    return {
      SPANISH: {
        subject: 'Se desactivó un webhook',
        lead: `Durante cinco días han fallado todos los mensajes a ${host}, por lo que ya no se le envía nada.`,
        ask: 'Cuando funcione de nuevo, actívelo y repita sus eventos en Desarrolladores.',
      },
      ENGLISH: {
        subject: 'A webhook was disabled',
        lead: `All messages to ${host} have failed for five days, so nothing more is sent to it.`,
        ask: 'When it works again, enable it and replay its events in Developers.',
      },
    };
  },
);
