import { isAny, isBelonging, type Texts } from '../kind.ts';

/** The history of all records: an entry that names the person is forgotten as a whole, for its hash covers all. */
export const historyTexts: Texts = {
  table: 'record_history',
  key: ['event_uuid'],
  json: { changes: ['field'] },
  near: (tx, nearBy) => {
    const { contacts, households, meetings, organisations } = nearBy;
    const records = [...contacts, ...households, ...meetings, ...organisations];
    return tx`(${isAny(tx, 'entity_uuid', records)}
      or entity_uuid in (select task_uuid from tasks where ${isBelonging(tx, nearBy)}))`;
  },
  ofContact: (tx, contacts) => isAny(tx, 'entity_uuid', contacts),
  where: (tx) => tx`changes is not null`,
  emptied: ['salt', 'changes'],
};
