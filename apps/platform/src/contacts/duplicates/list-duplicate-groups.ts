import type { Caller } from '@atrium/kit/auth/caller.ts';
import { fetchPage } from '@atrium/kit/lists/fetch-page.ts';
import type { PageRequest } from '@atrium/kit/lists/page.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { visibleTo } from '../contact-access.ts';
import { duplicateColumns } from './list-duplicates.ts';
import type { DuplicateGroup } from './schemas.ts';

type Group = Omit<Static<typeof DuplicateGroup>, 'reasons'> & {
  /** The e-mails, numbers and names of each contact as hashes, of which a group shares some. */
  keys: {
    reason: Static<typeof DuplicateGroup>['reasons'][number];
    key: string;
    bearers: number;
  }[];
};

/**
 * Returns a page of the groups of contacts that the caller sees and that share an identity number, an
 * e-mail, a phone or a name, in this order. Contacts that share more than one are one group; of a
 * larger one the ten oldest are shown.
 */
export async function listDuplicateGroups(tx: Tx, caller: Caller, request: PageRequest) {
  const groups = await fetchPage<Group>(
    tx,
    {
      select: tx`${contactsOf(tx)} as contacts, ${sharedKeys(tx)} as keys`,
      from: groupsOf(tx, visibleTo(tx, caller)),
      where: tx`true`,
      fields: {},
      key: 'g.group_key',
      keysFirst: true,
      defaultOrder: {
        column: 'g.strength',
        type: 'number',
        direction: 'asc',
        notNull: true,
        folded: false,
      },
    },
    request,
  );
  const content = groups.content.map(({ contacts, keys }) => ({
    contacts,
    reasons: [
      ...new Set(
        keys.filter(({ bearers }) => bearers === contacts.length).map(({ reason }) => reason),
      ),
    ],
  }));
  return { ...groups, content };
}

const mostShown = 10;

/** Selects what each live contact could share: a kind, the likelier the lower, and a hash. */
const keysOf = (tx: Tx, where: Fragment) => tx`
  select c.contact_uuid, k.kind, k.key from contacts c cross join lateral (values
    (1, c.identity_duplicate_key), (2, c.preferred_email_duplicate_key),
    (2, c.primary_email_duplicate_key), (3, c.preferred_phone_duplicate_key),
    (3, c.phone_duplicate_key),
    (4, hashtextextended(c.last_name_key, hashtextextended(c.first_name_key, 4)))) k (kind, key)
   where k.key is not null and ${where}`;

/** Selects groups of contacts that share a key, each set of contacts once. */
const groupsOf = (tx: Tx, visible: Fragment) => tx`(
  select uuids, min(kind) as strength, md5(uuids::text)::uuid as group_key from (
    select kind, array_agg(contact_uuid order by contact_uuid) as uuids
      from (select distinct * from (${keysOf(tx, tx`c.deleted_at is null and ${visible}`)}) each) keys
     group by kind, key having count(*) > 1) shared
   group by uuids) g`;

const shown = (tx: Tx) => tx`c.contact_uuid = any(g.uuids[1:${mostShown}::int])`;

const contactsOf = (tx: Tx) => tx`(
  select json_agg(row_to_json(d) order by d."contactUuid") from (
    select ${duplicateColumns(tx)} from contacts c where ${shown(tx)}) d)`;

const sharedKeys = (tx: Tx) => tx`(
  select json_agg(json_build_object('reason', (array['SAME_IDENTITY', 'SAME_EMAIL', 'SAME_PHONE', 'SAME_NAME'])[kind],
                                    'key', key::text, 'bearers', bearers) order by kind)
    from (select kind, key, count(distinct contact_uuid)::int as bearers
            from (${keysOf(tx, shown(tx))}) borne group by kind, key) counted)`;
