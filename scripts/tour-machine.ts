import {
  type Call,
  expectStatus,
  type Headers,
  post,
  say,
  until,
} from '@atrium/api-client/test-support/call-api.ts';
import { verifyWebhook } from '../packages/client/src/verify-webhook.ts';
import { tourAudit } from './tour-audit.ts';

type Message = { type: string; timestamp: string; data: { eventId: string } };

/** A message as the receiver of the development platform keeps it. */
type Received = { headers: Record<string, string>; body: string };

/**
 * Gives a machine a credential, lets it create a contact, sees the webhook that tells of it, and the
 * audit trail that proves it.
 */
export async function tourMachine(call: Call, baseUrl: string, admin: Headers): Promise<void> {
  const endpoint = expectStatus(
    201,
    await call(
      'POST',
      '/api/webhook-endpoints',
      { url: `${baseUrl}/dev/webhooks`, eventTypes: ['contact.created'] },
      admin,
    ),
  );
  const credential = expectStatus(
    201,
    await call(
      'POST',
      '/api/credentials',
      { name: 'Portfolio system', roles: ['TENANT_STAFF'] },
      admin,
    ),
  );
  const token = JSON.parse(
    expectStatus(
      200,
      await post(`${baseUrl}/api/auth/token`, {
        grant_type: 'client_credentials',
        client_id: credential.clientId,
        client_secret: credential.clientSecret,
      }),
    ),
  );
  say(`   token   ${token.scope}, ${token.expires_in} seconds`);
  const contact = expectStatus(
    200,
    await call(
      'POST',
      '/api/contacts',
      {
        firstName: 'Rosa',
        paternalLastName: 'Mella',
        contactType: 'PROSPECT',
        contactMeans: 'EMAIL',
        preferredContactLanguage: 'SPANISH',
        firmId: admin['x-tenant-uuid'],
        firmType: 'TENANT',
        contactManagerId: admin['x-user-id'],
        contactManagerFirmType: 'TENANT',
        status: 'ACTIVE',
      },
      { authorization: `Bearer ${token.access_token}` },
    ),
  );
  const { headers, body } = await until('the webhook arrives', async () => {
    const answer = await call('GET', '/dev/webhooks.json');
    return answer.body.find((each: Received) => each.body.includes(contact.contactUuid)) as
      | Received
      | undefined;
  });
  const { type, timestamp, data } = (await verifyWebhook(
    headers,
    body,
    endpoint.secret,
  )) as Message;
  say(`   webhook ${type} ${timestamp}, signed by the endpoint`);
  expectStatus(
    204,
    await call('DELETE', `/api/webhook-endpoints/${endpoint.endpointUuid}`, undefined, admin),
  );
  await tourAudit(call, admin, data.eventId);
}
