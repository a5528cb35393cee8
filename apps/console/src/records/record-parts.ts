type Of<Kind extends string> = { entityType: Kind; entityUuid: string };

/** Returns what is asked of the tasks about a record. */
export const tasksOf = (record: Of<'CONTACT' | 'HOUSEHOLD'>, status: 'OPEN' | 'DONE') => ({
  query: { ...record, size: 20, status },
});

/** Returns what is asked of the history of a record. */
export const timelineOf = (record: Of<'CONTACT' | 'HOUSEHOLD' | 'MEETING'>) => ({
  query: { ...record, size: 20 },
});
