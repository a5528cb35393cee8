import { call } from '../api.ts';
import { refreshAfter } from '../data.ts';
import type { Person } from './edit-section.tsx';

/** The addresses of a person to whom access can be sent. */
export type Reached = Pick<Person, 'contactUuid' | 'primaryEmail' | 'preferredEmail'>;

/** Returns the address to which access is sent: that of the sign-in, else that of the contact. */
export const accessAddress = ({ primaryEmail, preferredEmail }: Reached) =>
  primaryEmail ?? preferredEmail;

/** Mails a person to choose a password, and returns to which address; who had none to sign in with has it then. */
export async function letIn(person: Reached): Promise<string> {
  const path = { contactUuid: person.contactUuid };
  const primaryEmail = accessAddress(person);
  try {
    if (primaryEmail && primaryEmail !== person.primaryEmail)
      await call('updateContact', { path, body: { primaryEmail } });
    const { email } = await call('initContactCredentials', { path });
    return email;
  } finally {
    await refreshAfter(['updateContact', 'initContactCredentials']);
  }
}
