/** Says what takes the time where a goal is missed; printed beside the figure. */
export const reasons = {
  reading: 'the session is checked and row-level security applied in a transaction of its own',
  page: 'whole contacts are read, checked against the response schema and written, empty fields too',
  creating:
    'a row with 15 indexes, its event with 6, the check of the session and row-level security in one transaction',
  idempotencyKey: 'three more statements (lock, look-up, stored answer) in two more round trips',
  forwarding:
    'the platform checks the session and limits the caller before a second process answers',
} as const;
