import { Presets, SingleBar } from 'cli-progress';
import { plainLine } from './plain-line.ts';

/**
 * A bar over what is through, of `total`, on the standard error output; without a terminal, lines
 * now and then. The time left is reckoned from all the time since it began, waiting included.
 */
export function openProgress(total: number) {
  const { stderr } = process;
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% · {accepted} accepted · {rejected} rejected · {left}',
      stream: stderr,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
    },
    Presets.shades_classic,
  );
  const beganAt = performance.now();
  let first: number | undefined;
  bar.start(Math.max(1, total), 0, { accepted: 0, rejected: 0, left: '' });

  return {
    /** Sets the record at which a continued import begins; what came before does not count in the pace. */
    goOnFrom(through: number) {
      first = through;
    },
    /** Shows what is through so far. */
    count(through: number, done: { accepted: number; rejected: number }) {
      const left = timeLeft(performance.now() - beganAt, through - (first ?? 0), total - through);
      bar.update(Math.min(through, total), { ...done, left });
    },
    /** A line above the bar. */
    say(line: string) {
      stderr.write(`${stderr.isTTY ? '\r\u001b[K' : ''}${plainLine(line)}\n`);
    },
    end: () => bar.stop(),
  };
}

/** Returns the time that the rest takes at the pace so far, as "about 2 min left". */
export function timeLeft(elapsedMs: number, done: number, rest: number): string {
  if (done <= 0 || rest <= 0) return '';
  const seconds = Math.ceil(((elapsedMs / done) * rest) / 1_000);
  if (seconds < 100) return `about ${seconds} s left`;
  return seconds < 6_000
    ? `about ${Math.round(seconds / 60)} min left`
    : `about ${(seconds / 3_600).toFixed(1)} h left`;
}
