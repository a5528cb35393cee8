import type { Stated } from './search.ts';

/** Every address of the console. A `$name` stands for a value in the address. */
export const patterns = {
  signIn: '/sign-in',
  forgotPassword: '/forgot-password',
  setPassword: '/set-password',
  authorize: '/authorize',
  today: '/',
  people: '/people',
  newPerson: '/people/new',
  pipeline: '/people/pipeline',
  importPeople: '/people/import',
  person: '/people/$contactUuid',
  compliance: '/people/$contactUuid/compliance',
  households: '/households',
  newHousehold: '/households/new',
  household: '/households/$householdUuid',
  splitHousehold: '/households/$householdUuid/split',
  organisations: '/organisations',
  calendar: '/calendar',
  meetings: '/meetings',
  newMeeting: '/meetings/new',
  meeting: '/meetings/$meetingUuid',
  editMeeting: '/meetings/$meetingUuid/edit',
  brief: '/meetings/$meetingUuid/brief',
  queue: '/queue',
  tasks: '/tasks',
  trash: '/trash',
  insights: '/insights',
  activity: '/activity',
  settings: '/settings',
  calendarSettings: '/settings/calendar',
  team: '/settings/team',
  partners: '/settings/partners',
  branding: '/settings/branding',
  domain: '/settings/domain',
  lists: '/settings/lists',
  security: '/settings/security',
  signInProvider: '/settings/security/provider',
  accessReview: '/settings/security/access',
  mail: '/settings/mail',
  developers: '/settings/developers',
  tenants: '/platform',
  tenant: '/platform/tenants/$tenantUuid',
  administrators: '/platform/administrators',
  usage: '/platform/usage',
  health: '/platform/health',
} as const;

/** The name of an address. */
export type PathName = keyof typeof patterns;

type ParamOf<P extends string> = P extends `${string}$${infer Name}/${infer Rest}`
  ? Name | ParamOf<Rest>
  : P extends `${string}$${infer Name}`
    ? Name
    : never;

/** A page whose address has no values. */
export type PlainPath = {
  [N in PathName]: [ParamOf<(typeof patterns)[N]>] extends [never] ? N : never;
}[PathName];

type Args<N extends PathName> = [ParamOf<(typeof patterns)[N]>] extends [never]
  ? [search?: Stated<N>]
  : [params: ParamsOf<N>, search?: Stated<N>];

declare const isMade: unique symbol;
/** An address of the console, as `pathTo` makes it: another text is none. */
export type Href = string & { readonly [isMade]: true };
type Loose = Readonly<Record<string, string | number | undefined>>;

/** The values of an address's `$names`. */
export type ParamsOf<N extends PathName> = Record<ParamOf<(typeof patterns)[N]>, string>;

/** Returns an address: `pathTo('person', {contactUuid})`, `pathTo('people', {stage: 'ONBOARDING'})`. */
export function pathTo<N extends PathName>(name: N, ...args: Args<N>): Href {
  const pattern: string = patterns[name];
  const hasParams = pattern.includes('$');
  const [params, search] = hasParams ? args : [{}, args[0]];
  const path = pattern.replace(/\$(\w+)/g, (_, key: string) =>
    encodeURIComponent(String((params as Loose)[key])),
  );
  return (path + searchText((search ?? {}) as Loose)) as Href;
}

/** Returns a search string in which what is empty does not appear, and commas stay readable. */
export function searchText(search: Loose): string {
  const stated = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
  if (stated.length === 0) return '';
  const text = new URLSearchParams(stated.map(([key, value]) => [key, String(value)])).toString();
  return `?${text.replaceAll('%2C', ',')}`;
}
