import { Presets, SingleBar } from 'cli-progress';

export type Progress = ReturnType<typeof openProgress>;

/** A bar over the bytes of a file on the standard error output; without a terminal, lines now and then. */
export function openProgress(totalBytes: number) {
  const { stderr } = process;
  const bar = new SingleBar(
    {
      format: '{bar} {percentage}% · {events} events · {rejected} rejected · {eta_formatted} left',
      stream: stderr,
      hideCursor: true,
      noTTYOutput: true,
      notTTYSchedule: 5_000,
      etaBuffer: 50,
    },
    Presets.shades_classic,
  );
  let bytes = 0;
  bar.start(Math.max(1, totalBytes), 0, { events: 0, rejected: 0 });

  return {
    read: (more: number) => {
      bytes += more;
    },
    /** Shows what is through so far. */
    count(done: { accepted: number; duplicates: number; rejected: number }) {
      const events = done.accepted + done.duplicates;
      bar.update(Math.min(bytes, totalBytes), { events, rejected: done.rejected });
    },
    /** A line above the bar. */
    say(line: string) {
      stderr.write(`${stderr.isTTY ? '\r\u001b[K' : ''}${line}\n`);
    },
    end: () => bar.stop(),
  };
}
