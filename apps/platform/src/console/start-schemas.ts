import { type Static, Type } from 'typebox';
import { Connection } from '../calendar/connections/connection-schemas.ts';
import { Inbox } from '../inbox/schemas.ts';
import { ListEntries } from '../platform-configs/schemas.ts';
import { PublicBranding } from '../tenants/branding/schemas.ts';

export const Start = Type.Object({
  branding: PublicBranding,
  inbox: Type.Optional(Inbox),
  calendar: Type.Optional(Connection),
  lists: Type.Optional(
    Type.Object(
      { stages: ListEntries, sources: ListEntries, segments: ListEntries },
      { description: 'The values that contacts may have; for staff' },
    ),
  ),
});

export type StartAnswer = Static<typeof Start>;
