import ICAL from 'ical.js';
import { expect, test } from 'vitest';
import { meetingWorld } from '../testing/meeting-world.ts';
import { world } from '../testing/world.ts';

const w = await world();

test('smoke', async () => {
  const m = await meetingWorld(w);
  const meeting = await m.meeting();
  await expect.poll(() => w.mails.length, { timeout: 8000 }).toBe(3);
  for (const mail of w.mails) {
    console.log(mail.to, mail.subject, mail.text);
    new ICAL.Component(ICAL.parse(mail.calendar?.content ?? ''));
  }
  const link = /http\S+/.exec(w.mails[0]?.text ?? '')?.[0] ?? '';
  const page = await w.anonymous.get(link.replace('http://atrium.test', ''));
  console.log(page.status, page.headers, page.body);
  console.log(await m.host.post(`${meeting.path}/resend`));
  const feed = await m.colleague.post('/api/v1/calendar/feed');
  console.log(feed.status, feed.body);
  const ics = await w.anonymous.get(new URL(feed.body.url).pathname);
  console.log(ics.status, ics.body, ics.headers);
});
