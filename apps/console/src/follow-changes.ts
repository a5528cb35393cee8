import { ApiError, listen } from './api.ts';
import { refreshTagged, sinceWriteMs } from './data.ts';
import type { User } from './session.ts';
import { tagsOfChange } from './tags.ts';

/** A change of a record that is told while it happens. */
export type Change = {
  entityType: string;
  entityUuid: string;
  eventType: string;
  actorUuid: string | null;
};
type Told = { change: Change } | { reload: 'ALL' | 'DAY' };

/** What is told in this time is read anew together. */
const gatherMs = 1_500;
/** What this page changed itself is read already. */
const ownMs = 5_000;
const [firstPauseMs, longestPauseMs] = [2_000, 60_000];
/** What is asked for by itself while nothing is told. */
const ofTheDay = ['today', 'work-queue', 'meetings'];

/**
 * Reads again what others change while they do, and tells of it. The tabs of a browser share one line:
 * one of them listens and tells the others. Where the line fails, the day, the queue and the calendar are
 * asked for now and then. Returns what ends it.
 */
export function followChanges(user: User, onChange: (change: Change) => void): () => void {
  const name = `atrium-changes-${user.tenantUuid}-${user.userUuid}`;
  const end = new AbortController();
  const channel = new BroadcastChannel(name);
  const old = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = undefined;
    // A tab that nobody sees waits until somebody does.
    if (document.hidden || old.size === 0) return;
    void refreshTagged([...old]);
    old.clear();
  }

  function take(told: Told): void {
    if ('change' in told) {
      const { actorUuid, entityType, eventType } = told.change;
      const isOwn = actorUuid === user.userUuid;
      if (isOwn && sinceWriteMs() < ownMs) return;
      for (const tag of tagsOfChange(entityType, eventType)) old.add(tag);
      if (!isOwn) onChange(told.change);
    } else for (const tag of told.reload === 'ALL' ? everything : ofTheDay) old.add(tag);
    timer ??= setTimeout(flush, gatherMs);
  }

  channel.onmessage = ({ data }: MessageEvent<Told>) => take(data);
  document.addEventListener('visibilitychange', flush, { signal: end.signal });
  const tell = (told: Told) => {
    take(told);
    channel.postMessage(told);
  };
  const work = () => readOn(tell, end.signal);
  // Locks exist in secure contexts only.
  const locks = (navigator as { locks?: LockManager }).locks;
  const leading = locks ? locks.request(name, { signal: end.signal }, work) : work();
  leading.catch(() => undefined);
  return () => {
    end.abort();
    clearTimeout(timer);
    channel.close();
  };
}

/** The tags of all that changes are told of. */
const everything = [
  ...ofTheDay,
  ...['calendar', 'contacts', 'households', 'notes', 'organisations', 'partners'],
  ...['platformconfigs', 'tasks', 'tenant-staff', 'tenants', 'views', 'webhook-endpoints'],
];

/** Listens until it is ended, and begins again where the line broke. */
async function readOn(tell: (told: Told) => void, signal: AbortSignal): Promise<void> {
  let lastId = '';
  let failures = 0;
  for (let isAgain = false; !signal.aborted; isAgain = true) {
    try {
      const headers = lastId ? { headers: { 'last-event-id': lastId } } : {};
      const answer = await listen('streamChanges', { ...headers, signal, isBackground: true });
      failures = 0;
      // Without a place in the line nobody tells what came before it was there again.
      if (isAgain && !lastId) tell({ reload: 'ALL' });
      for await (const { id, event, data } of messagesOf(answer)) {
        if (id) lastId = id;
        if (event === 'reload') tell({ reload: 'ALL' });
        else if (data) tell({ change: JSON.parse(data) as Change });
      }
    } catch (error) {
      if (error instanceof ApiError && [401, 403, 404].includes(error.status)) return;
      failures += 1;
    }
    if (failures > 0 && navigator.onLine) tell({ reload: 'DAY' });
    await pause(Math.min(firstPauseMs * 2 ** failures, longestPauseMs), signal);
  }
}

const pause = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

type Message = { id: string; event: string; data: string };

/** Returns the messages of a stream of server-sent events, as they come. */
async function* messagesOf(answer: Response): AsyncGenerator<Message> {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ''; reader; ) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + value).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) yield messageOf(block);
  }
}

function messageOf(block: string): Message {
  const message = { id: '', event: '', data: '' };
  for (const line of block.split('\n')) {
    const [name = '', ...rest] = line.split(': ');
    if (name in message) message[name as keyof Message] = rest.join(': ');
  }
  return message;
}
