/** Returns what is asked of the queue where nothing is left out: one item a person, a hundred at most. */
export const queueQuestion = (isByPerson = true) => ({ byPerson: isByPerson, size: 100 });
