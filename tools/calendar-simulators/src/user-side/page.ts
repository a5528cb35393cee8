import type { Calendar } from '../core/calendar.ts';
import type { CalendarEvent } from '../core/event.ts';
import { type Html, html, page } from '../core/html.ts';
import type { Provider } from '../core/provider.ts';
import { toZone } from '../core/time.ts';
import { inner } from './inner-workings.ts';
import { personAt } from './person.ts';

export type Look = { title: string; accent: string };

/** The calendar of one account as its owner sees it, with forms to change it. */
export function calendarPage(
  provider: Provider,
  kind: 'a' | 'b',
  look: Look,
  email: string | undefined,
): string {
  const accounts = provider.calendars().map(({ data }) => data.email);
  const shown = email?.toLowerCase() ?? accounts[0];
  const links = accounts.map(
    (each) =>
      html`<a href="?account=${encodeURIComponent(each)}" ${each === shown && html`aria-current="page"`}>${each}</a>`,
  );
  return page(
    look.title,
    look.accent,
    html`<main class="wide"><h1>${look.title}</h1>
<p class="soft">What the person sees in their own calendar application.</p><nav aria-label="Accounts">${links}</nav>
${shown ? calendarOf(provider, kind, shown) : nobody}</main>`,
  );
}

const nobody = html`<section><p>Nobody has a calendar here yet. Connect one in Atrium, or open one:</p>
<form class="row"><input type="email" name="account" required placeholder="name@example.com" aria-label="E-mail address">
<button class="full">Open</button></form></section>`;

function calendarOf(provider: Provider, kind: 'a' | 'b', email: string): Html {
  const person = personAt(provider, kind, email);
  const { calendar } = person;
  const now = provider.clock.now();
  const week = 7 * 86_400_000;
  const window = { fromMs: now - week, toMs: now + 9 * week };
  const days = Map.groupBy(
    person.instances(window).sort((one, other) => (startOf(one) < startOf(other) ? -1 : 1)),
    (event) => startOf(event).slice(0, 10),
  );
  const agenda = [...days].map(
    ([day, events]) =>
      html`<h3>${dayName(day)}</h3>${events.map((event) => eventOf(event, calendar))}`,
  );
  return html`<section><h2>${calendar.data.name} <small>${calendar.data.zone}</small></h2>
${agenda.length > 0 ? agenda : html`<p class="soft">Nothing from last week to nine weeks ahead.</p>`}</section>
${newEvent(calendar, now)}
${inner(provider, kind, calendar)}
${refresher(calendar)}`;
}

function eventOf(event: CalendarEvent, { data }: Calendar): Html {
  const { span, organizer } = event;
  const isOwn = organizer.email === data.email;
  const cancelled = event.extra.isCancelled === true;
  const time = span.allDay
    ? 'all day'
    : `${span.start.local.slice(11, 16)}–${span.end.local.slice(11, 16)}`;
  const otherZone = !span.allDay && span.start.zone !== data.zone ? span.start.zone : undefined;
  const input = span.allDay
    ? html`<input type="date" name="start" value="${span.start}" required aria-label="New date">`
    : html`<input type="datetime-local" name="start" value="${span.start.local.slice(0, 16)}" required aria-label="New start">`;
  return html`<div class="event ${cancelled && 'cancelled'}" id="${event.id}">
<div class="row"><strong>${event.title || '(no title)'}</strong> <span>${time}</span>
${otherZone && html`<span class="tag">${otherZone}</span>`}
${event.seriesId && html`<span class="tag">series</span>`}
${event.showAs !== 'busy' && html`<span class="tag">${event.showAs}</span>`}
${!isOwn && html`<span class="tag">from ${organizer.email}</span>`}
${event.attendees.map((each) => html`<span class="tag">${each.email}: ${each.answer === 'none' ? 'no answer' : each.answer}</span>`)}</div>
${event.location && html`<div class="soft">${event.location}</div>`}
<details><summary>Move, cancel or answer</summary>
<form class="row" method="post" action="/simulator/move">${carried(event, data.email)}${input}<button class="full">Move</button></form>
<form class="row" method="post" action="/simulator/cancel">${carried(event, data.email)}<button>${isOwn ? 'Cancel' : 'Cancel as the organiser'}</button></form>
${event.attendees.length > 0 && answerForm(event, data.email)}</details></div>`;
}

function answerForm(event: CalendarEvent, account: string): Html {
  const people = event.attendees.map(({ email }) => html`<option>${email}</option>`);
  return html`<form class="row" method="post" action="/simulator/answer">${carried(event, account)}
<select name="attendee" aria-label="Who answers">${people}</select>
<select name="answer" aria-label="Answer"><option>accepted</option><option>tentative</option><option>declined</option></select>
<button>Answer</button></form>`;
}

function carried({ id }: CalendarEvent, account: string): Html {
  return html`<input type="hidden" name="account" value="${account}"><input type="hidden" name="id" value="${id}">`;
}

function newEvent({ data }: Calendar, now: number): Html {
  const hour = 3_600_000;
  const start = toZone(Math.ceil((now + hour) / hour) * hour, data.zone).local.slice(0, 16);
  return html`<section><h2>New event</h2>
<form class="row" method="post" action="/simulator/create">
<input type="hidden" name="account" value="${data.email}">
<input name="title" required placeholder="Title" aria-label="Title">
<input type="datetime-local" name="start" value="${start}" required aria-label="Start">
<input type="number" name="minutes" value="60" min="5" max="1440" aria-label="Minutes"> <span>minutes</span>
<input type="email" name="attendee" placeholder="Guest" aria-label="Guest">
<input type="email" name="organizer" placeholder="Organiser, if outside" aria-label="Organiser, if someone else">
<select name="recurrence" aria-label="Repeats"><option value="">once</option><option value="RRULE:FREQ=WEEKLY;COUNT=8">weekly, 8 times</option><option value="RRULE:FREQ=DAILY;COUNT=5">daily, 5 times</option></select>
<button class="full">Create</button></form></section>`;
}

/** Shows what others changed, unless somebody is in the middle of something. */
function refresher({ data }: Calendar): Html {
  const url = `/simulator/state.json?account=${encodeURIComponent(data.email)}`;
  return html`<script type="module" data-url="${url}" data-seen="${data.counter}">
const { url, seen } = document.querySelector('script[data-url]').dataset;
setInterval(async () => {
  const state = await fetch(url).then((response) => response.json()).catch(() => undefined);
  const busy = document.querySelector('.event details[open]') || document.activeElement !== document.body;
  if (state && String(state.changes) !== seen && !busy) location.reload();
}, 2000);
</script>`;
}

function startOf({ span }: CalendarEvent): string {
  return span.allDay ? span.start : span.start.local;
}

function dayName(day: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
  return Temporal.PlainDate.from(day).toLocaleString('en-GB', options);
}
