/** The ways in which a member relates to a household, by kind of relationship. */
const relationshipGroups = {
  FAMILY: [
    'SELF',
    'SPOUSE',
    'PARTNER',
    'EX_SPOUSE',
    'CHILD',
    'STEPCHILD',
    'PARENT',
    'SIBLING',
    'GRANDPARENT',
    'GRANDCHILD',
    'DEPENDENT',
    'OTHER_FAMILY',
  ],
  BUSINESS: [
    'BUSINESS_PARTNER',
    'SHAREHOLDER',
    'DIRECTOR',
    'EMPLOYER',
    'EMPLOYEE',
    'OWNED_COMPANY',
    'OTHER_BUSINESS',
  ],
  LEGAL: [
    'TRUSTEE',
    'BENEFICIARY',
    'SETTLOR',
    'GUARDIAN',
    'EXECUTOR',
    'POWER_OF_ATTORNEY',
    'CUSTODIAN',
    'ATTORNEY',
    'ACCOUNTANT',
    'TRUSTED_CONTACT',
    'TRUST',
    'OTHER_LEGAL',
  ],
} as const;

export const relationshipTypes = [
  ...relationshipGroups.FAMILY,
  ...relationshipGroups.BUSINESS,
  ...relationshipGroups.LEGAL,
] as const;

/** The same as the configuration endpoint answers it. */
export const relationshipEntries = Object.entries(relationshipGroups)
  .flatMap(([group, values]) => values.map((value) => ({ value, group })))
  .map(({ value, group }, order) => ({
    value,
    label: labelOf(value),
    group,
    order,
    isActive: true,
  }));

function labelOf(value: string): string {
  const text = value.replaceAll('_', ' ').toLowerCase();
  return text.charAt(0).toUpperCase() + text.slice(1);
}
