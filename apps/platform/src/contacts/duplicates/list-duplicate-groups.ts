import { boundPartner } from '@atrium/kit/auth/bound-partner.ts';
import type { Caller } from '@atrium/kit/auth/caller.ts';
import type { Fragment } from '@atrium/kit/sql.ts';
import type { Static } from 'typebox';
import type { Tx } from '../../database/transaction.ts';
import { fetchPage } from '../../lists/fetch-page.ts';
import type { PageRequest } from '../../lists/page.ts';
import { visibleTo } from '../contact-access.ts';
import { duplicateColumns } from './list-duplicates.ts';
import { holdNoPair } from './no-pair.ts';
import type { DuplicateGroup } from './schemas.ts';

type Group = {
  contacts: Static<typeof DuplicateGroup>['contacts'] | null;
  /** What contacts of the group share, and how many of them. */
  keys: { reason: Static<typeof DuplicateGroup>['reasons'][number]; bearers: number }[] | null;
  /** True where two of them are no pair, which the group does not know yet. */
  isParted: boolean;
};

/**
 * Returns a page of the groups of contacts that the caller sees and that share an identity number, an
 * e-mail, a phone or a name, in this order. Contacts that share more than one are one group; of a
 * larger one the ten oldest are shown. Groups are kept some seconds behind the contacts: what is none
 * any more is left out.
 */
export async function listDuplicateGroups(tx: Tx, caller: Caller, request: PageRequest) {
  const kept = boundPartner(caller) === undefined ? allGroups(tx) : seenGroups(tx, caller);
  const shown = tx`c.contact_uuid = any((${kept.contactUuids})[1:${mostShown}::int])
                   and c.deleted_at is null and ${visibleTo(tx, caller)}`;
  const page = await fetchPage<Group>(
    tx,
    {
      select: tx`${contactsOf(tx, shown)} as contacts, ${sharedKeys(tx, shown)} as keys,
                 ${holdNoPair(tx, shown)} as is_parted`,
      from: tx`(${kept.groups}) g`,
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
  const content = page.content.map(toGroup).filter(({ reasons }) => reasons.length > 0);
  return { ...page, content, numberOfElements: content.length, empty: content.length === 0 };
}

/** Returns a group with what all of its contacts share: nothing, where fewer than two are left or two are no pair. */
function toGroup({ contacts, keys, isParted }: Group) {
  const shared = (isParted ? [] : (keys ?? [])).filter(
    ({ bearers }) => bearers > 1 && bearers === contacts?.length,
  );
  return { contacts: contacts ?? [], reasons: [...new Set(shared.map(({ reason }) => reason))] };
}

const mostShown = 10;

/** Selects the kept groups, each set of contacts once. */
const allGroups = (tx: Tx) => ({
  groups: tx`select group_key, min(kind) as strength from duplicate_groups group by group_key`,
  contactUuids: tx`select k.contact_uuids from duplicate_groups k where k.group_key = g.group_key limit 1`,
});

/** Selects what the caller sees of the kept groups, each set of contacts once. */
const seenGroups = (tx: Tx, caller: Caller) => ({
  groups: tx`
    select contact_uuids, min(kind) as strength, md5(contact_uuids::text)::uuid as group_key from (
      select k.kind, array_agg(c.contact_uuid order by c.contact_uuid) as contact_uuids
        from duplicate_groups k cross join unnest(k.contact_uuids) kept (contact_uuid)
        join contacts c on c.contact_uuid = kept.contact_uuid
       where c.deleted_at is null and ${visibleTo(tx, caller)}
       group by k.kind, k.key, k.group_key having count(*) > 1) seen
     group by contact_uuids`,
  contactUuids: tx`g.contact_uuids`,
});

const contactsOf = (tx: Tx, shown: Fragment) => tx`(
  select json_agg(row_to_json(d) order by d."contactUuid") from (
    select ${duplicateColumns(tx)} from contacts c where ${shown}) d)`;

const sharedKeys = (tx: Tx, shown: Fragment) => tx`(
  select json_agg(json_build_object('reason', (array['SAME_IDENTITY', 'SAME_EMAIL', 'SAME_PHONE', 'SAME_NAME'])[kind],
                                    'bearers', bearers) order by kind)
    from (select k.kind, k.key, count(*)::int as bearers
            from contacts c cross join lateral duplicate_keys_of(c) k
           where ${shown} group by k.kind, k.key) counted)`;
