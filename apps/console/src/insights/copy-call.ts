import { getSession } from '../session.ts';
import { enteredTenant } from '../tenant.ts';

export type CallForm = 'curl' | 'typescript' | 'cli';
const path = '/api/analytics/query';

/** Returns an API call as it is made elsewhere; the token comes from the environment, never from here. */
export function callText(form: CallForm, body: unknown): string {
  const user = getSession()?.user;
  const json = JSON.stringify(body);
  const quoted = `'${json.replaceAll("'", "'\\''")}'`;
  const headers = {
    'x-tenant-uuid': enteredTenant() ?? user?.tenantUuid ?? '',
    'x-user-id': user?.userUuid ?? '',
    'x-user-email': user?.email ?? '',
    'x-user-type': user?.userType ?? '',
    'content-type': 'application/json',
  };
  const url = location.origin + path;
  const tenant = enteredTenant();
  if (form === 'cli')
    return `ATRIUM_URL=${location.origin} npx atrium api POST ${path} --data ${quoted}${tenant ? ` --tenant ${tenant}` : ''}`;
  if (form === 'curl')
    return [
      `curl -s '${url}' -H "authorization: Bearer $ATRIUM_TOKEN"`,
      ...Object.entries(headers).map(([name, value]) => `  -H '${name}: ${value}'`),
      `  --data ${quoted}`,
    ].join(' \\\n');
  return `import { env } from 'node:process';
import type { operations } from '@atrium/api-client/schema.d.ts';

// Run with an access token in ATRIUM_TOKEN.
type Query = operations['queryAnalytics'];
const body: Query['requestBody']['content']['application/json'] = ${JSON.stringify(body, null, 2)};
const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${env.ATRIUM_TOKEN}\`,
${Object.entries(headers)
  .map(([name, value]) => `    '${name}': '${value}',`)
  .join('\n')}
  },
  body: JSON.stringify(body),
});
if (!response.ok) throw new Error(await response.text());
const answer: Query['responses'][200]['content']['application/json'] = await response.json();
console.log(JSON.stringify(answer));
`;
}

/** Returns an answer as CSV; cells that a spreadsheet would run are defused. */
export function csvOf(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) => {
    const text = String(value ?? '');
    // Also after a semicolon, tab or line break, where spreadsheets of some locales begin a cell.
    const begins = /(?<=[;\t\r\n])(?="*[=+\-@])|^(?=[=+\-@\t\r\n])/g;
    const safe = typeof value === 'string' ? text.replace(begins, "'") : text;
    return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return [columns, ...rows].map((row) => row.map(cell).join(',')).join('\r\n');
}
