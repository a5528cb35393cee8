import { defineAdministratorMail } from '../../mail/outbox/administrators.ts';
import { findCredential } from './queries.ts';

/** Tells the administrators of a tenant that a credential was made, so that nobody makes one unnoticed. */
export const credentialMail = defineAdministratorMail<{ credentialUuid: string }>(
  async (tx, { credentialUuid }, { letterhead }) => {
    const credential = await findCredential(tx, credentialUuid);
    if (!credential) return undefined;
    const { name } = credential;
    const { tenantName } = letterhead.theme;
    return {
      SPANISH: {
        subject: `Nueva clave de la API en ${tenantName}`,
        lead: `Se creó la clave de la API «${name}», con la que un programa puede llegar a los datos de su firma.`,
        ask: 'Si nadie de su firma debía crearla, elimínela y avise de inmediato.',
      },
      ENGLISH: {
        subject: `A new API key at ${tenantName}`,
        lead: `The API key “${name}” was created: a program can use it to reach your firm’s data.`,
        ask: 'If nobody in your firm should have created it, delete it and tell your firm at once.',
      },
    };
  },
);
