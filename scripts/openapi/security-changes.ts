import type { OpenApi, Operation } from './document.ts';

/** One way of saying who calls: the schemes that it needs together, each with its scopes. */
type Way = Record<string, string[]>;

/** Returns whom an operation takes no more: a way of saying who calls, a role, or a token of a scope. */
export function securityChanges(
  before: Operation,
  after: Operation,
  { old, now }: { old: OpenApi; now: OpenApi },
): string[] {
  const [was, is] = [waysOf(before, old), waysOf(after, now)];
  const isOpen = is.some((way) => Object.keys(way).length === 0);
  const [roles, present] = [before['x-roles'], after['x-roles']];
  const gone = (roles ?? []).filter((role) => present && !present.includes(role));
  const isNewlyLimited = !roles && present && was.every((way) => Object.keys(way).length > 0);
  return [
    ...gone.map((role) => `${role} may not any more`),
    ...(isNewlyLimited ? [`only ${present.join(', ')} may now`] : []),
    ...(isOpen ? [] : was.flatMap((way) => missed(way, is))),
    ...scopeChanges(before['x-scope'], after['x-scope']),
  ];
}

/** Returns what is told of the ways themselves: a header or a cookie of another name, another token's address. */
export function schemeChanges(old: OpenApi, now: OpenApi): string[] {
  return Object.entries(old.components?.securitySchemes ?? {}).flatMap(([name, was]) => {
    const is = (now.components?.securitySchemes as Record<string, object> | undefined)?.[name];
    if (!is) return [];
    const [before, after] = [factsOf(was), factsOf(is)];
    return Object.entries(before).flatMap(([fact, value]) =>
      after[fact] === value
        ? []
        : [`the scheme ${name}: ${fact} is ${after[fact] ?? 'gone'} and was ${value}`],
    );
  });
}

/** Returns the facts of a scheme that a caller relies on, by their path. */
function factsOf(scheme: object, at = ''): Record<string, string> {
  const entries = Object.entries(scheme).flatMap(([key, value]) => {
    if (['description', 'scopes'].includes(key) || key.startsWith('x-')) return [];
    if (typeof value === 'object' && value !== null)
      return Object.entries(factsOf(value, `${at}${key}.`));
    return [[`${at}${key}`, String(value)] as const];
  });
  return Object.fromEntries(entries);
}

const waysOf = (operation: Operation, document: OpenApi): Way[] => {
  const ways = (operation.security ?? document.security ?? [{}]) as Way[];
  return ways.length > 0 ? ways : [{}];
};

function missed(way: Way, present: readonly Way[]): string[] {
  const names = Object.keys(way);
  const same = present.filter((each) => Object.keys(each).every((name) => names.includes(name)));
  if (same.length === 0)
    return [names.length === 0 ? 'needs a token now' : `takes no ${names.join(' with ')} any more`];
  const wanted = same.map((each) =>
    Object.entries(each).flatMap(([name, scopes]) =>
      scopes.filter((scope) => !way[name]?.includes(scope)),
    ),
  );
  const least = wanted.toSorted((one, other) => one.length - other.length)[0] ?? [];
  // A way without scopes says nothing of them, and is compared by x-scope.
  if (names.every((name) => way[name]?.length === 0)) return [];
  return least.map((scope) => `${names.join(' with ')} needs the scope ${scope} now`);
}

function scopeChanges(was: string | undefined, is: string | undefined): string[] {
  if (was === undefined || was === is) return [];
  return [is === undefined ? `takes no token of ${was} any more` : `needs the scope ${is} now`];
}
