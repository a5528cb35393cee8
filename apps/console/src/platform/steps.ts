import { pathTo } from '../paths.ts';

/** The steps of a firm's preparation, in their order, each with the page that takes it. */
export const steps = [
  { name: 'branding', href: pathTo('branding') },
  { name: 'domain', href: pathTo('domain') },
  { name: 'mail', href: pathTo('mail') },
  { name: 'security', href: pathTo('security') },
  { name: 'lists', href: pathTo('lists') },
  { name: 'administrator', href: pathTo('team', { member: 'new', as: 'ADMIN' }) },
  { name: 'team', href: pathTo('team', { member: 'import' }) },
  { name: 'partner', href: pathTo('partners') },
  { name: 'clients', href: pathTo('importPeople') },
] as const;

export type Step = (typeof steps)[number];
