type Answered = { status: number; headers: Record<string, unknown>; body: string };

const members = [
  'type',
  'title',
  'status',
  'detail',
  'instance',
  'code',
  'message',
  'timestamp',
  'requestId',
  'errors',
];

// A word of SQL where it would stand in a statement, a stack's line, what a driver or the database says.
const innards =
  /\b(select|insert|update|delete)\b.+\b(from|into|set|where)\b|\n\s+at |DatabaseError|violates \w+[- ]?\w* constraint|invalid input syntax|\bpg_\w+|node_modules|ClickHouse|DB::Exception/i;

/** Returns what is wrong with an answer as a problem document; nothing for an answer that is no failure. */
export function problemFaults({ status, headers, body }: Answered): string[] {
  if (status < 400) return [];
  if (headers['content-type'] !== 'application/problem+json')
    return [`${status} as ${headers['content-type']}: ${body.slice(0, 200)}`];
  const problem = JSON.parse(body) as Record<string, unknown>;
  const faults = members.filter((name) => problem[name] === undefined).map((name) => `no ${name}`);
  if (problem.status !== status) faults.push(`status ${problem.status} in a ${status}`);
  if (!/^[A-Z][A-Z0-9_]+$/.test(String(problem.code))) faults.push(`code ${problem.code}`);
  for (const each of problem.errors as Record<string, unknown>[])
    if (!each.field || !each.code || !each.message) faults.push(`error ${JSON.stringify(each)}`);
  if (problem.code === 'VALIDATION_FAILED' && (problem.errors as unknown[]).length === 0)
    faults.push('no field is named');
  const own = `${problem.title} ${problem.type} ${problem.code}`;
  if (innards.test(own) || (status >= 500 && innards.test(body)))
    faults.push(`innards: ${body.slice(0, 300)}`);
  if ((status === 429 || status === 503) && !headers['retry-after']) faults.push('no Retry-After');
  return faults;
}

/** Returns the same of an answer as SCIM has failures (RFC 7644, section 3.12). */
export function scimFaults({ status, headers, body }: Answered): string[] {
  if (status < 400) return [];
  // What reaches no operation fails as everywhere.
  if (headers['content-type'] === 'application/problem+json' && [405, 414].includes(status))
    return problemFaults({ status, headers, body });
  if (headers['content-type'] !== 'application/scim+json')
    return [`${status} as ${headers['content-type']}: ${body.slice(0, 200)}`];
  const failure = JSON.parse(body) as Record<string, unknown>;
  const faults: string[] = [];
  if (String(failure.schemas) !== 'urn:ietf:params:scim:api:messages:2.0:Error')
    faults.push(`schemas ${failure.schemas}`);
  if (failure.status !== String(status)) faults.push(`status ${failure.status} in a ${status}`);
  if (!failure.detail) faults.push('no detail');
  if (status === 400 && !failure.scimType) faults.push(`no scimType for ${failure.code}`);
  if (innards.test(body)) faults.push(`innards: ${body.slice(0, 300)}`);
  if ((status === 429 || status === 503) && !headers['retry-after']) faults.push('no Retry-After');
  return faults;
}
