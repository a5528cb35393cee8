import {
  type Call,
  expectStatus,
  type Headers,
  say,
} from '@atrium/api-client/test-support/call-api.ts';

/** Makes a client's household with her company and two accounts, and prints who and what belongs to it. */
export async function tourHousehold(
  call: Call,
  adviser: Headers,
  contactUuid: string,
  run: string,
): Promise<void> {
  const company = expectStatus(
    201,
    await call(
      'POST',
      '/api/organisations',
      { name: `Viña Fuentes ${run}`, country: 'CHL' },
      adviser,
    ),
  );
  const household = expectStatus(
    201,
    await call(
      'POST',
      '/api/households',
      {
        name: `Familia Fuentes ${run}`,
        relationshipManagerType: 'TENANT_STAFF',
        relationshipManagerUuid: adviser['x-user-id'],
        isActive: true,
        accountNumbers: ['PER-1001', 'PER-1002'],
        members: [
          {
            memberType: 'CONTACT',
            contactUuid,
            relationshipType: 'SELF',
            isPrimary: true,
          },
          {
            memberType: 'ORGANISATION',
            organisationUuid: company.organisationUuid,
            relationshipType: 'OWNED_COMPANY',
          },
        ],
      },
      adviser,
    ),
  );
  const householdPath = `/api/households/${household.householdUuid}`;
  for (const [account, marketValue] of [
    ['PER-1001', '250000.10'],
    ['PER-1002', '125000.20'],
  ])
    expectStatus(
      200,
      await call(
        'PUT',
        `${householdPath}/accounts/${account}`,
        { custodian: 'Pershing', currency: 'USD', marketValue, asOf: '2026-10-30' },
        adviser,
      ),
    );
  const detail = expectStatus(
    200,
    await call('GET', `${householdPath}/detail`, undefined, adviser),
  );
  for (const each of detail.members)
    say(
      `   ${each.displayName.padEnd(24)} ${each.relationshipType}${each.isPrimary ? ', primary' : ''}`,
    );
  for (const { currency, marketValue } of detail.portfolio.totals)
    say(`   ${'together'.padEnd(24)} ${marketValue} ${currency}`);
}
