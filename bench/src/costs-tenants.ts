import type { Sql } from '@atrium/kit/sql.ts';

/** So many firms of twenty contacts each. */
export const firms = 10_000;

/** Fills a platform's database with small firms, by SQL as the superuser. */
export async function fillFirms(sql: Sql): Promise<void> {
  await sql`
    insert into tenants (tenant_uuid, name, code)
    select gen_random_uuid(), 'Small firm ' || n, 'SMALL' || n from generate_series(1, ${firms}) n`;
  await sql`
    insert into contacts (tenant_uuid, contact_uuid, contact_compliance_uuid, first_name, paternal_last_name,
      contact_type, contact_means, preferred_contact_language, status, firm_type, firm_entity_uuid,
      contact_manager_type, contact_manager_entity_uuid, preferred_email, stage_name)
    select tenant_uuid, gen_random_uuid(), gen_random_uuid(), 'Elena', 'Fuentes ' || n, 'PROSPECT', 'EMAIL',
      'SPANISH', 'ACTIVE', 'TENANT', tenant_uuid, 'TENANT', tenant_uuid, 'c' || n || '@clients.example', 'LEAD'
      from tenants, generate_series(1, 20) n where code like 'SMALL%'`;
  await sql`vacuum analyze`;
}

/** The median milliseconds of an answer, asked for one after the other. */
export async function medianMs(url: string, headers: Record<string, string>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 400; n++) {
    const began = performance.now();
    const response = await fetch(url, { headers });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    times.push(performance.now() - began);
  }
  return times.slice(100).toSorted((a, b) => a - b)[150] ?? Number.NaN;
}
