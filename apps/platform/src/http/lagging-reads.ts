/**
 * The operations whose answers may be a second old, so that a standby may give them: they only read, of
 * records whose every change is an event. Lists of meetings are none, since personal ones have no events.
 */
export const laggingReads: ReadonlySet<string> = new Set([
  'exportAuditTrail',
  'exportContacts',
  'exportHistory',
  'exportHouseholds',
  'filterContacts',
  'filterHouseholds',
  'filterOrganisations',
  'getTimeline',
  'listAuditTrail',
  'listContactDuplicates',
  'listContactFilterValues',
  'listContacts',
  'listDuplicateGroups',
  'listHistory',
  'listHouseholdMembers',
  'listHouseholds',
  'listHouseholdsOfManager',
  'listHouseholdsOfOrganisation',
  'listNotes',
  'listOrganisationFilterValues',
  'listOrganisations',
  'listPartners',
  'listStaff',
  'listStaffByCategory',
  'listStaffPage',
  'listTasks',
  'searchHouseholds',
  'searchStaff',
]);
