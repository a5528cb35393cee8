import { expect, test } from 'vitest';
import { calendarWorld, patience } from '../../../test-support/calendar-world.ts';
import { dated } from '../../../test-support/dated.ts';

const w = await calendarWorld();

test('editing the description of a Teams meeting keeps the block that says how to join', async () => {
  const { person, onlyMeeting, staff, path, until, pull } = await w.staffWithCalendar('b');
  const joinUrl = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_abc';
  const line = `<div style="width:100%"><span>${'_'.repeat(80)}</span></div>`;
  const block = `${line}<div class="me-email-text"><a href="${joinUrl}">Join the meeting now</a></div>${line}`;
  const { id, extra } = person.create({
    title: 'Teams',
    start: dated('2027-03-10T10:00'),
    end: dated('2027-03-10T11:00'),
    description: `<html><body><p>Agenda</p><br>${block}</body></html>`,
    extra: { onlineMeeting: { joinUrl }, bodyType: 'html' },
  });
  expect(extra.onlineMeeting).toEqual({ joinUrl });
  await pull();
  const meeting = await onlyMeeting();
  expect(meeting).toMatchObject({ description: 'Agenda', meetingLink: joinUrl });
  await staff.put(path(meeting.meetingUuid), { description: 'New agenda\nwith <two> lines' });
  await expect.poll(() => person.find(id).description, patience).toContain('New agenda');
  await until(meeting.meetingUuid, 'SYNCED');
  const { description, extra: kept } = person.find(id);
  expect(description).toContain(block);
  expect(description).toContain('&lt;two&gt;');
  expect(description).not.toContain('<p>Agenda</p>');
  expect(kept.onlineMeeting).toEqual({ joinUrl });
  await pull();
  expect((await onlyMeeting()).description).toBe('New agenda\nwith <two> lines');
});

test('a description that Google keeps as HTML is read as text, and text is written escaped', async () => {
  const { person, onlyMeeting, staff, path, pull, until } = await w.staffWithCalendar('a');
  const { id } = person.create({
    title: 'Html',
    start: dated('2027-03-10T10:00'),
    end: dated('2027-03-10T11:00'),
    description: '<b>Agenda</b><br>Fees &amp; costs<ul><li>One</li></ul>',
  });
  await pull();
  const meeting = await onlyMeeting();
  expect(meeting.description).toMatch(/^Agenda\nFees & costs\n+ \* One$/);
  await staff.put(path(meeting.meetingUuid), { description: '1 < 2 & <b>not bold</b>' });
  await expect
    .poll(() => person.find(id).description, patience)
    .toBe('1 &lt; 2 &amp; &lt;b&gt;not bold&lt;/b&gt;');
  await until(meeting.meetingUuid, 'SYNCED');
  await pull();
  expect((await onlyMeeting()).description).toBe('1 < 2 & <b>not bold</b>');
});

test('a conference of another vendor gives the link to join', async () => {
  const { person, onlyMeeting, pull } = await w.staffWithCalendar('a');
  const entryPoints = [
    { entryPointType: 'phone', uri: 'tel:+1-555' },
    { entryPointType: 'video', uri: 'https://zoom.example/j/1' },
  ];
  person.create({
    title: 'Elsewhere',
    start: dated('2027-03-10T10:00'),
    end: dated('2027-03-10T11:00'),
    extra: { conferenceData: { entryPoints } },
  });
  await pull();
  expect(await onlyMeeting()).toMatchObject({
    meetingLink: 'https://zoom.example/j/1',
    locationType: 'ONLINE',
  });
});
