import { defineAdministratorMail } from '../mail/outbox/administrators.ts';
import { findTenantDomain } from '../tenants/domains/queries.ts';

/**
 * Tells the administrators of a tenant that its domain is proven no longer, and what follows. A domain
 * proven again meanwhile, or replaced, is not told of.
 */
export const unprovedDomainMail = defineAdministratorMail<{ domain: string }>(
  async (tx, { domain }) => {
    const row = await findTenantDomain(tx);
    if (row?.domain !== domain || row.unprovedSince === null) return undefined;
    return {
      SPANISH: {
        subject: `El dominio ${domain} ya no está demostrado`,
        lead: `Falta el registro DNS que demuestra que ${domain} es suyo. Los enlaces nuevos ya no lo nombran.`,
        ask: 'Publique de nuevo el registro TXT de la página del dominio. Si falta siete días, nadie más podrá entrar por ese dominio.',
      },
      ENGLISH: {
        subject: `The domain ${domain} is proven no longer`,
        lead: `The DNS record which shows that ${domain} is yours is missing. New links no longer name it.`,
        ask: 'Publish the TXT record of the domain’s page again. If it is missing for seven days, nobody can sign in at that domain any more.',
      },
    };
  },
);
