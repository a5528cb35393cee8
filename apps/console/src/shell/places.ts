import {
  IconBuildingSkyscraper,
  IconCalendar,
  IconChartBar,
  IconHome,
  IconSettings,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import { can } from '../can.ts';
import type { WordKey } from '../i18n/keys.ts';
import type { PathName, PlainPath } from '../paths.ts';
import type { User } from '../session.ts';
import { enteredTenant } from '../tenant.ts';
import { screens } from './screens.ts';

/** The pages whose names in `common` begin with a word. */
type Named<Beginning extends string> =
  Extract<WordKey<'common'>, `${Beginning}.${string}`> extends `${Beginning}.${infer Name}`
    ? Extract<PlainPath, Name>
    : never;

export type Place = {
  name: Named<'places'>;
  icon: typeof IconHome;
  /** The letter that follows `g`. */
  letter: string;
  /** The pages beneath it, its own first. */
  pages: readonly Named<'pages'>[];
};

const all: readonly Place[] = [
  { name: 'today', icon: IconHome, letter: 't', pages: ['today', 'queue', 'tasks'] },
  { name: 'people', icon: IconUsers, letter: 'p', pages: ['people', 'pipeline', 'organisations'] },
  { name: 'households', icon: IconUsersGroup, letter: 'h', pages: ['households'] },
  { name: 'calendar', icon: IconCalendar, letter: 'c', pages: ['calendar', 'meetings'] },
  { name: 'insights', icon: IconChartBar, letter: 'i', pages: ['insights', 'activity'] },
  {
    name: 'settings',
    icon: IconSettings,
    letter: 's',
    pages: [
      'settings',
      'calendarSettings',
      'team',
      'partners',
      'branding',
      'domain',
      'lists',
      'security',
      'mail',
      'developers',
      'trash',
    ],
  },
  {
    name: 'tenants',
    icon: IconBuildingSkyscraper,
    letter: 'f',
    pages: ['tenants', 'administrators', 'usage', 'health'],
  },
];

/** The places of who runs the platform and has entered no firm: all others lead to a firm's records. */
const outsideFirms: ReadonlySet<PathName> = new Set([
  'today',
  'settings',
  'tenants',
  'tenant',
  'administrators',
  'usage',
  'health',
]);

/** Returns whether there is a page that the person's role may open. */
export function isOpenTo(name: PathName, user: User): boolean {
  const screen = screens[name];
  const isOutside = user.userType === 'SYSTEM_ADMIN' && !enteredTenant();
  if (isOutside && !outsideFirms.has(name)) return false;
  return screen.needs === undefined || can(screen.needs, user);
}

const ofPerson: ReadonlySet<PathName> = new Set(['settings', 'calendarSettings']);

/**
 * Returns the places of a person's navigation, each with the pages they may open; a place leads to its first one.
 * Whoever has entered a firm came for the firm: their own settings follow the firm's.
 */
export function placesOf(user: User): Place[] {
  const isVisitor = user.userType === 'SYSTEM_ADMIN' && enteredTenant() !== undefined;
  const rank = (page: PathName) => (isVisitor && ofPerson.has(page) ? 1 : 0);
  return all
    .filter(({ name }) => isOpenTo(name, user))
    .map((place) => ({
      ...place,
      pages: place.pages
        .filter((page) => isOpenTo(page, user))
        .sort((one, other) => rank(one) - rank(other)),
    }));
}

/** Returns the place that an address belongs to. */
export function placeAt(
  pathname: string,
  places: readonly Place[],
  patterns: Record<PathName, string>,
): PathName | undefined {
  const isUnder = (name: PathName) =>
    patterns[name] === '/'
      ? pathname === '/'
      : pathname === patterns[name] || pathname.startsWith(`${patterns[name]}/`);
  return places.find(({ pages }) => pages.some(isUnder))?.name;
}
