import { type RecordFields, selectList } from '@atrium/kit/record-fields.ts';
import type { Tx } from '../database/transaction.ts';
import { meetingTable } from './fields.ts';
import { nobody } from './meeting-access.ts';
import { meetingsFor, partyColumns, partyJoins } from './meeting-columns.ts';

const table: RecordFields = meetingTable;
/** Fields that others than a request change, too. */
const others = ['status', 'hostUuid', 'hostType', 'organizerEmail', 'organizerName'];
/** Never kept. */
const secret = 'meetingPassword';
const kept = Object.fromEntries(
  Object.entries(table).filter(
    ([name, field]) => name !== secret && (field.update || others.includes(name)),
  ),
);

/** Returns the fields of meetings whose values are kept when they change, and who takes part. */
export const readValues = (tx: Tx, meetingUuids: readonly string[]) => tx`
  select m.meeting_uuid as uuid, ${tx.unsafe(selectList(kept, 'm'))}, (
           select coalesce(json_agg(json_build_object(
                    'participantUuid', p.participant_uuid, 'participantEntityUuid', p.entity_uuid,
                    'participantType', p.participant_type, 'email', n.email, 'name', n.name,
                    'language', p.language, 'countryCode', p.country_code, 'phone', p.phone)
                    order by p.ordinal), '[]')
             from meeting_participants p ${partyJoins(tx)} cross join lateral (select ${partyColumns(tx)}) n
            where p.tenant_uuid = m.tenant_uuid and p.meeting_uuid = m.meeting_uuid
              and p.removed_at is null) as participants
    from ${meetingsFor(tx, nobody)} where m.meeting_uuid = any(${[...meetingUuids]})`;
