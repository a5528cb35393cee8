import { RecordTime } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** What a client would have changed of their data, in their own words. */
export const ChangeRequest = Type.Object({
  text: Type.String({
    minLength: 1,
    maxLength: 2_000,
    format: 'not-blank',
    examples: ['I have moved: my new address is Av. Apoquindo 1234, Las Condes.'],
  }),
});

export const ChangeRequestTaken = Type.Object({ text: Type.String(), createdAt: RecordTime });

export type ChangeRequestAnswer = Static<typeof ChangeRequestTaken>;
