import { Enum, Named, Nullable, RecordTime, Uuid } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';
import { providerNames } from '../../calendar-providers.ts';

const modalPreferences = ['SHOW_ALWAYS', 'DONT_SHOW', 'REMIND_LATER'] as const;
const clientNamePolicies = ['FULL', 'INITIALS', 'HIDDEN'] as const;

/** Says how the provider's pushes are: OPEN, or POLLING when only the regular pull remains. */
const PushHealth = Named('PushHealth', {
  state: Enum(['OPEN', 'POLLING', 'NONE'], { title: 'PushHealthState' }),
  expiresAt: Nullable(RecordTime),
  renewsAt: Nullable(RecordTime),
  lastNoticeAt: Nullable(RecordTime),
});

export const Connection = Named('CalendarConnection', {
  status: Enum(['CONNECTED', 'DISCONNECTED', 'NONE'], { title: 'CalendarConnectionStatus' }),
  provider: Nullable(Enum(providerNames, { title: 'CalendarConnectionProvider' })),
  email: Nullable(Type.String()),
  firstTimeModalPref: Enum(modalPreferences, { title: 'CalendarConnectionFirstTimeModalPref' }),
  connectedAt: Nullable(RecordTime),
  lastSyncedAt: Nullable(RecordTime),
  lastError: Nullable(
    Type.String({ description: 'The code of the last failure, until a sync succeeds' }),
  ),
  suspended: Type.Optional(
    Type.Object(
      {
        since: RecordTime,
        total: Type.Integer(),
        meetings: Type.Array(
          Named('CalendarSuspensionMeeting', {
            meetingUuid: Uuid,
            title: Nullable(Type.String()),
            startDateTime: Type.String(),
          }),
          { maxItems: 50 },
        ),
      },
      {
        title: 'CalendarSuspension',
        description: 'Meetings that the last pull would cancel, and that wait for a decision',
      },
    ),
  ),
  push: PushHealth,
  nextPullAt: Nullable(RecordTime),
  lastFullSyncAt: Nullable(RecordTime),
  waitingOutward: Type.Integer({
    description: 'Meetings whose change is yet to reach the calendar',
  }),
  failedMeetings: Type.Optional(
    Type.Integer({
      description: 'Meetings that the caller sees and that did not reach a calendar',
    }),
  ),
});
/** A connection whose consent was finished by the person, not by the browser that began it. */
export const FinishedConsent = Type.Object({
  ...Connection.properties,
  continueAt: Nullable(
    Type.String({
      description:
        'Where to go on: the page of the mapped domain where the consent began, else null',
    }),
  ),
});

/** A connection as the firm's administrators see it. */
export const StaffConnection = Named('CalendarConnectionSummary', {
  staffUuid: Uuid,
  displayName: Type.String(),
  provider: Connection.properties.provider,
  status: Connection.properties.status,
  lastSyncedAt: Connection.properties.lastSyncedAt,
  lastError: Connection.properties.lastError,
  push: PushHealth,
});
export type StaffConnection = Static<typeof StaffConnection>;
export type ConnectionView = Static<typeof Connection>;

export const AuthorizationUrl = Type.Object({ authorizationUrl: Type.String() });

/** The query with which the provider sends the browser back. */
export const ConsentAnswer = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 4_096 }),
  state: Type.String({ minLength: 1, maxLength: 1_024 }),
});

export const ConsentRequest = Nullable(
  Type.Object({
    returnTo: Type.Optional(
      Enum(['PAGE', 'CONSOLE'], {
        description:
          "Where the consent leads in the end: a page of its own, or the console's settings",
      }),
    ),
  }),
);

export const PreferencesUpdate = Type.Object({
  firstTimeModalPref: Enum(modalPreferences, { title: 'CalendarConnectionFirstTimeModalPref' }),
});

export const PullResult = Type.Object({
  status: Connection.properties.status,
  created: Type.Integer(),
  updated: Type.Integer(),
  canceled: Type.Integer(),
  skipped: Type.Integer(),
  lastSyncedAt: Connection.properties.lastSyncedAt,
});

export const SuspensionDecision = Type.Object({
  decision: Enum(['APPLY', 'KEEP'], {
    description: 'APPLY cancels the meetings that are shown, KEEP writes their events anew',
  }),
});

export const Settings = Named('CalendarSettings', {
  clientNames: Enum(clientNamePolicies, {
    title: 'CalendarSettingsClientNames',
    description:
      'How clients are named in connected calendars: by name, by initials, or as “Client meeting”',
  }),
});
export type ClientNames = (typeof clientNamePolicies)[number];
