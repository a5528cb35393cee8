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
        subject: `El dominio ${domain} ya no está comprobado`,
        lead: `Falta el registro DNS que comprueba que ${domain} es suyo. Los enlaces nuevos ya no lo usan.`,
        ask: 'Publique de nuevo el registro TXT de la página del dominio. Si falta por siete días, nadie podrá entrar por ese dominio.',
      },
      ENGLISH: {
        subject: `The domain ${domain} is no longer verified`,
        lead: `The DNS record that shows that ${domain} is yours is missing. New links no longer use it.`,
        ask: 'Publish the TXT record of the domain’s page again. If it is missing for seven days, nobody will be able to sign in at that domain.',
      },
    };
  },
);

/** Returns what is told of a domain that was mapped while no proof was asked for. */
const toProve = (domain: string, until: string) => ({
  SPANISH: {
    subject: `Compruebe que el dominio ${domain} es suyo`,
    lead: `Desde ahora cada dominio se comprueba con un registro DNS. ${domain} sigue funcionando sin él hasta el ${until}.`,
    ask: 'Publique el registro TXT de la página del dominio. Después de esa fecha, sin él nadie podrá entrar por ese dominio.',
  },
  ENGLISH: {
    subject: `Verify that the domain ${domain} is yours`,
    lead: `From now on each domain is verified by a DNS record. ${domain} continues to work without it until ${until}.`,
    ask: 'Publish the TXT record of the domain’s page. After that date, nobody can sign in at that domain without it.',
  },
});
