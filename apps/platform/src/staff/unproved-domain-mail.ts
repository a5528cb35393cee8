import { defineAdministratorMail } from '../mail/outbox/administrators.ts';
import { findTenantDomain } from '../tenants/domains/queries.ts';

/**
 * Tells the administrators of a tenant that its domain is proven no longer, or was never and must be now, and
 * what follows. A domain proven meanwhile, or replaced, is not told of.
 */
export const unprovedDomainMail = defineAdministratorMail<{ domain: string }>(
  async (tx, { domain }) => {
    const row = await findTenantDomain(tx);
    if (row?.domain !== domain) return undefined;
    if (row.proveUntil !== null) return toProve(domain, row.proveUntil.slice(0, 10));
    if (row.unprovedSince === null) return undefined;
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

/** Returns what is told of a domain that was mapped while no proof was asked for. */
const toProve = (domain: string, until: string) => ({
  SPANISH: {
    subject: `Demuestre que el dominio ${domain} es suyo`,
    lead: `Desde ahora cada dominio se demuestra con un registro DNS. ${domain} sigue funcionando sin él hasta el ${until}.`,
    ask: 'Publique el registro TXT de la página del dominio. Después de esa fecha, sin él nadie más podrá entrar por ese dominio.',
  },
  ENGLISH: {
    subject: `Prove that the domain ${domain} is yours`,
    lead: `From now on each domain is proven by a DNS record. ${domain} goes on without it until ${until}.`,
    ask: 'Publish the TXT record of the domain’s page. After that day, nobody can sign in at that domain without it.',
  },
});
