/** Names what a test sends, which is no event of the firm. */
export const testEvent = 'webhook.test';

/** The tone of each state of a message. */
export const tones = { PENDING: 'info', DELIVERED: 'good', FAILED: 'bad' } as const;
