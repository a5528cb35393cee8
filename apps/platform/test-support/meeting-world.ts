import { insertAccount } from '../src/auth/queries.ts';
import type { Client } from './client.ts';
import { contactInput } from './contact-input.ts';
import type { World } from './world.ts';

/** A tenant with a host, an invited colleague, a stranger, an administrator and an invited client. */
export async function meetingWorld(w: World) {
  const tenant = await w.tenant();
  const [host, colleague, stranger, admin] = await Promise.all([
    tenant.as('TENANT_STAFF'),
    tenant.as('TENANT_STAFF'),
    tenant.as('TENANT_STAFF'),
    tenant.as('TENANT_ADMIN'),
  ]);
  const contactUuid = await contact();
  const client = await signInClient(contactUuid);

  /** A new contact of the host's. */
  async function contact(changes: object = {}): Promise<string> {
    const input = { ...contactInput(tenant.tenantUuid, uuidOf(host)), ...changes };
    const { status, body } = await host.post('/api/contacts', input);
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body.contactUuid;
  }

  /** A contact as the client that signs in. */
  function signInClient(userUuid: string): Promise<Client> {
    const account = {
      tenantUuid: tenant.tenantUuid,
      userUuid,
      email: `${userUuid}@client.example`,
      roles: ['CLIENT' as const],
      partnerUuid: null,
    };
    return w.db
      .asPlatform((tx) =>
        insertAccount(tx, {
          ...account,
          passwordHash: null,
          displayName: 'Isabel',
          language: 'SPANISH',
        }),
      )
      .then(() => w.signIn({ ...account, tenantCode: tenant.code } as never));
  }

  const input = (changes: object = {}) => ({
    title: 'Revisión anual',
    startDateTime: '2030-05-06T10:00:00',
    endDateTime: '2030-05-06T11:00:00',
    timezone: 'America/Santiago',
    locationType: 'ONLINE',
    internalNotes: 'quiere vender',
    ...changes,
  });

  /** A meeting of the host's, with the colleague, the client and a guest, and its path. */
  async function meeting(changes: object = {}, by: Client = host) {
    const { status, body } = await by.post('/api/v1/meetings', {
      ...input(),
      staffIds: [uuidOf(colleague)],
      contactIds: [contactUuid],
      externalAttendees: [{ email: 'guest@example.com', name: 'Gabriel' }],
      ...changes,
    });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return { ...body, path: `/api/v1/meetings/${body.meetingUuid}` };
  }

  return {
    tenant,
    host,
    colleague,
    stranger,
    admin,
    client,
    contactUuid,
    contact,
    signInClient,
    input,
    meeting,
  };
}

/** The user that a client calls as. */
export const uuidOf = (client: Client): string => client.identity['x-user-id'] ?? '';

/** Returns a meeting without what became of its mails, which may be sent at any moment. */
export function withoutMailState<M extends { participants: object[] }>(meeting: M) {
  const participants = meeting.participants.map((each) => ({ ...each, lastMail: null }));
  return { ...meeting, participants };
}
