import type { Entry } from './schemas.ts';

/** The lists of values that a tenant may make its own. */
export const listNames = ['stages', 'sources', 'segments'] as const;
export type ListName = (typeof listNames)[number];

/** The values of each list until a tenant replaces it. */
export const defaultLists: Record<ListName, readonly Entry[]> = {
  stages: entries({
    LEAD: 'Lead',
    CONTACTED: 'Contacted',
    QUALIFIED: 'Qualified',
    PROPOSAL: 'Proposal',
    ONBOARDING: 'Onboarding',
    CLIENT: 'Client',
    LOST: 'Lost',
  }),
  sources: entries({
    REFERRAL: 'Referral',
    WEBSITE: 'Website',
    EVENT: 'Event',
    SOCIAL_MEDIA: 'Social media',
    CAMPAIGN: 'Campaign',
    PARTNER: 'Partner',
    WALK_IN: 'Walk-in',
    OTHER: 'Other',
  }),
  segments: entries({
    MASS_AFFLUENT: 'Mass affluent',
    AFFLUENT: 'Affluent',
    HIGH_NET_WORTH: 'High net worth',
    ULTRA_HIGH_NET_WORTH: 'Ultra high net worth',
    FAMILY_OFFICE: 'Family office',
    INSTITUTIONAL: 'Institutional',
  }),
};

function entries(labels: Record<string, string>): Entry[] {
  return Object.entries(labels).map(([value, label], order) => ({
    value,
    label,
    order,
    isActive: true,
  }));
}
