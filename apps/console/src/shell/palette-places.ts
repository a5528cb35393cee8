import { foldText } from '@atrium/kit/texts/folding.ts';
import { useEffect, useState } from 'react';
import { can } from '../can.ts';
import { loadWords, useWords, wordAt } from '../i18n/words.ts';
import { type PlainPath, pathTo } from '../paths.ts';
import { usePerson } from '../person.ts';
import type { Found } from './found.ts';
import { isOpenTo, placesOf } from './places.ts';
import { screens } from './screens.ts';

/** Acts that are no screens of their own and pages that no menu names, with their place and the operation that they need. */
const acts = [
  { key: 'newTask', page: 'tasks', search: { open: 'new' }, needs: 'createTask' },
  {
    key: 'newOrganisation',
    page: 'organisations',
    search: { open: 'new' },
    needs: 'createOrganisation',
  },
  { key: 'handOver', page: 'people', search: {}, needs: 'updateContact' },
  { key: 'leaver', page: 'team', search: {}, needs: 'deleteStaffMember' },
  { key: 'secondFactor', page: 'settings', search: {}, needs: 'getMe' },
  { key: 'password', page: 'settings', search: {}, needs: 'getMe' },
  { key: 'invite', page: 'team', search: { member: 'new' }, needs: 'createStaffMember' },
  { key: 'importTeam', page: 'team', search: { member: 'import' }, needs: 'importStaff' },
  { key: 'newPartner', page: 'partners', search: { partner: 'new' }, needs: 'createPartner' },
  { key: 'newKey', page: 'developers', search: { open: 'key' }, needs: 'createCredential' },
  {
    key: 'newWebhook',
    page: 'developers',
    search: { open: 'webhook' },
    needs: 'createWebhookEndpoint',
  },
  { key: 'newFirm', page: 'tenants', search: { open: 'new' }, needs: 'createTenant' },
  {
    key: 'newAdministrator',
    page: 'administrators',
    search: { open: 'new' },
    needs: 'createPlatformAdmin',
  },
  { key: 'signInProvider', page: 'signInProvider', search: {}, needs: 'getSsoConnection' },
  { key: 'accessReview', page: 'accessReview', search: {}, needs: 'reviewAccess' },
] as const;

const most = 8;

/** Returns the pages and acts that a text means, by their names and by what else people call them. */
export function usePlaces(text: string): Found[] {
  const t = useWords('common');
  const words = useWords('palette');
  const user = usePerson();
  const [areLoaded, setLoaded] = useState(false);
  const begun = Object.entries(screens).flatMap(([name, screen]) =>
    screen.act ? [[name as PlainPath, screen.act] as const] : [],
  );
  const areas = begun.map(([, act]) => act.split(':')[0] ?? '').join();
  useEffect(() => {
    void loadWords(['palette', ...areas.split(',')]).then(() => setLoaded(true));
  }, [areas]);
  if (!user || !areLoaded) return [];
  const also = (name: string) => words(`also.${name}`, { defaultValue: '' });
  const pages = placesOf(user).flatMap((place) => place.pages);
  const all: (Found & { also: string })[] = [
    ...begun
      .filter(([name]) => isOpenTo(name, user))
      .map(([name, act]) => {
        const href = pathTo(name);
        return { kind: 'act' as const, href, label: wordAt(act), also: also(name) };
      }),
    ...acts
      .filter(({ page, needs }) => isOpenTo(page, user) && can(needs, user))
      .map(({ key, page, search }) => ({
        kind: 'act' as const,
        href: pathTo(page, search),
        label: words(`acts.${key}`),
        also: also(key),
      })),
    ...pages.map((name) => ({
      kind: 'page' as const,
      href: pathTo(name),
      label: t(`pages.${name}`),
      also: also(name),
    })),
  ];
  const wanted = foldText(text);
  const rank = ({ label, also: others }: Found & { also: string }) => {
    if (foldText(label).startsWith(wanted)) return 0;
    if (foldText(label).includes(wanted)) return 1;
    // A synonym counts from its beginning, so that short texts do not match by chance.
    return foldText(others)
      .split(', ')
      .some((each) => each.startsWith(wanted))
      ? 2
      : 3;
  };
  return all
    .map((each) => ({ each, at: rank(each) }))
    .filter(({ at }) => at < 3)
    .sort((a, b) => a.at - b.at)
    .map(({ each: { also: _, ...found } }) => found)
    .slice(0, most);
}
