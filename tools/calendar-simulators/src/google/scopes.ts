// The scopes that each method accepts, by the last part of the scope's address, as its reference page lists it:
// https://developers.google.com/workspace/calendar/api/v3/reference
const all = ['calendar', 'calendar.readonly'];

export const writesEvents = ['calendar', 'calendar.events', 'calendar.events.owned'];
export const readsEvents = [...all, ...writesEvents, 'calendar.events.readonly'];
export const readsCalendar = [...all, 'calendar.calendars', 'calendar.calendars.readonly'];
export const readsList = [...all, 'calendar.calendarlist', 'calendar.calendarlist.readonly'];
export const readsFreeBusy = [...all, 'calendar.freebusy', 'calendar.events.freebusy'];
export const readsEmail = ['email', 'userinfo.email'];
