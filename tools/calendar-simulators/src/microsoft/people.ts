import type { FastifyInstance } from 'fastify';
import type { Calendar, Window } from '../core/calendar.ts';
import { subjectOf } from '../core/id-token.ts';
import type { Provider } from '../core/provider.ts';
import { calendarFor } from '../core/server.ts';
import { boundsOf, instantOf } from '../core/time.ts';
import { toIanaZone, toWindowsZone } from '../core/zones.ts';
import { instancesIn } from './calendar-view.ts';
import { invalid } from './errors.ts';
import { type Preferences, preferencesOf } from './preferences.ts';
import { readsEvents, readsUser } from './scopes.ts';
import { toTime } from './wire.ts';

type Time = { dateTime: string; timeZone: string };
const signs = { free: '0', tentative: '1', busy: '2', oof: '3', workingElsewhere: '4' } as const;

/** Says who is signed in, their calendar and mailbox settings, and calendar/getSchedule. */
export function peopleRoutes(app: FastifyInstance, provider: Provider): void {
  app.get('/v1.0/me', { config: { operation: 'me.get', scope: readsUser } }, async (request) => {
    const { email, name } = calendarFor(provider, request).data;
    return {
      '@odata.context': 'https://graph.microsoft.com/v1.0/$metadata#users/$entity',
      id: subjectOf(email),
      displayName: name,
      mail: email,
      userPrincipalName: email,
    };
  });

  const calendarRead = { config: { operation: 'calendar.get', scope: readsEvents } };
  app.get('/v1.0/me/calendar', calendarRead, async (request) => {
    const { email, name } = calendarFor(provider, request).data;
    const owner = { name, address: email };
    return { id: 'calendar', name: 'Calendar', isDefaultCalendar: true, canEdit: true, owner };
  });
  app.get('/v1.0/me/mailboxSettings', calendarRead, async (request) => {
    const { zone } = calendarFor(provider, request).data;
    return { timeZone: toWindowsZone(zone) };
  });

  const schedule = { config: { operation: 'calendar.getSchedule', scope: readsEvents } };
  app.post('/v1.0/me/calendar/getSchedule', schedule, async (request) => {
    const body = (request.body ?? {}) as {
      schedules?: string[];
      startTime?: Time;
      endTime?: Time;
      availabilityViewInterval?: number;
    };
    const window = { fromMs: readTime(body.startTime), toMs: readTime(body.endTime) };
    if (!(window.fromMs < window.toMs))
      throw invalid('Invalid value for arg:timeWindow.', 'ErrorInvalidParameter');
    const minutes = body.availabilityViewInterval ?? 30;
    const prefer = preferencesOf(request);
    const known = new Set(provider.calendars().map(({ data }) => data.email));
    return {
      value: (body.schedules ?? []).map((scheduleId) =>
        known.has(scheduleId.toLowerCase())
          ? scheduleOf(scheduleId, provider.calendarOf(scheduleId), window, minutes, prefer)
          : unknown(scheduleId),
      ),
    };
  });
}

function scheduleOf(
  scheduleId: string,
  calendar: Calendar,
  window: Window,
  minutes: number,
  prefer: Preferences,
) {
  const events = instancesIn(calendar, window);
  const stepMs = minutes * 60_000;
  const slots = Math.ceil((window.toMs - window.fromMs) / stepMs);
  const view = Array.from({ length: slots }, (_, slot) => {
    const fromMs = window.fromMs + slot * stepMs;
    const here = events.filter((each) => calendar.touches(each, { fromMs, toMs: fromMs + stepMs }));
    const found = here.map(({ showAs }) => signs[showAs]).filter((sign) => sign !== '4');
    return found.sort().at(-1) ?? '0';
  });
  return {
    scheduleId,
    availabilityView: view.join(''),
    scheduleItems: events.map((event) => ({
      isPrivate: event.extra.sensitivity === 'private',
      status: event.showAs,
      subject: event.title,
      location: event.location,
      isMeeting: event.attendees.length > 0,
      isRecurring: event.seriesId !== undefined,
      isException: calendar.data.events.has(event.id) && event.seriesId !== undefined,
      isReminderSet: true,
      ...timesOf(event.span, calendar, prefer),
    })),
    workingHours: {
      daysOfWeek: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'],
      startTime: '08:00:00.0000000',
      endTime: '17:00:00.0000000',
      timeZone: { name: toWindowsZone(calendar.data.zone) },
    },
  };
}

function timesOf(span: Parameters<typeof boundsOf>[0], calendar: Calendar, prefer: Preferences) {
  const { startMs, endMs } = boundsOf(span, calendar.data.zone);
  const at = (ms: number) =>
    toTime({ local: new Date(ms).toISOString().slice(0, 19), zone: 'UTC' }, prefer);
  return { start: at(startMs), end: at(endMs) };
}

function unknown(scheduleId: string) {
  return {
    scheduleId,
    availabilityView: '',
    scheduleItems: [],
    error: {
      message: `Unable to resolve e-mail address ${scheduleId} to an Active Directory object.`,
      responseCode: 'ErrorMailRecipientNotFound',
    },
  };
}

function readTime(time: Time | undefined): number {
  try {
    const zone = toIanaZone(time?.timeZone ?? 'UTC');
    return instantOf({ local: time?.dateTime ?? '', zone: zone ?? 'UTC' });
  } catch {
    return Number.NaN;
  }
}
