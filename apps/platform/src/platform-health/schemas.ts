import { Nullable, RecordTime } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

/** A count that some queues do not have: they are read in order, by a position. */
const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description }));

const Lag = Nullable(
  Type.Number({ minimum: 0, description: 'Seconds that the oldest of what is due has waited' }),
);

const counts = {
  waiting: Count('What is due and was not tried yet'),
  retrying: Count('What failed and is tried again'),
  failed: Count('What failed for good: jobs within a week, mails within a day'),
  lagSeconds: Lag,
};

export const queueNames = [
  'JOBS',
  'MAILS',
  'WEBHOOKS',
  'CALENDARS',
  'ANALYTICS',
  'AUDIT_TRAIL',
] as const;

const LastFailure = Type.Object(
  {
    at: Nullable(
      Type.String({
        ...RecordTime,
        description: 'When, of a job its last try; null where no time is kept',
      }),
    ),
    reason: Type.String({
      description:
        'A code, never a text that may name somebody. JOBS: the kind of job; MAILS: why the mail did not arrive, RETRYING while it is tried again; WEBHOOKS: the error of the try, ANSWERED for another status than 2xx; CALENDARS: the connection’s `lastError`',
    }),
    status: Nullable(Type.Integer({ description: 'What the receiver of a webhook answered' })),
  },
  { description: 'What failed last, as far as it is still to be mended' },
);

const Queue = Type.Object({
  name: Type.Enum([...queueNames], { description: 'Whose work it is' }),
  ...counts,
  lastFailure: Nullable(LastFailure),
});

const Job = Type.Object({
  name: Type.String({ description: 'A kind of job that waits, is tried again or failed' }),
  ...counts,
});

export const PlatformHealth = Type.Object({
  at: Type.String({ ...RecordTime, description: 'When it was looked at' }),
  isPaused: Type.Boolean({
    description: 'True while nothing is sent, as after a restore: `npx atrium resume` ends it',
  }),
  versions: Type.Object(
    {
      node: Type.String({ description: 'The version of Node.js that answers' }),
      postgres: Type.String({ description: 'The version of the database server' }),
    },
    { description: 'What the platform runs on; `/version` says which release it is' },
  ),
  queues: Type.Array(Queue, { description: 'Work in the background, by whose it is' }),
  jobs: Type.Array(Job, { description: 'The kinds of jobs of which some are not done' }),
  backup: Nullable(
    Type.Object(
      {
        ageSeconds: Type.Number({
          minimum: 0,
          description: 'Seconds since the last change that the newest backup has',
        }),
      },
      { description: 'The newest backup; null while none is known' },
    ),
  ),
  brokenAuditTrails: Type.Integer({
    minimum: 0,
    description: 'Tenants whose audit trail was found altered by its last check',
  }),
});

export type PlatformHealth = Static<typeof PlatformHealth>;
export type Queue = Static<typeof Queue>;
export type Job = Static<typeof Job>;
