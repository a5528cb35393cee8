import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node';

type Modules = readonly TestModule[];

/** The number of files that the list of the slowest has. */
const slowest = 10;
const print = (line: string) => void process.stdout.write(`${line}\n`);

/** Prints, before the runner's summary, what was skipped and why, the slowest files, and the memory. */
export function notesBefore(): Reporter {
  const memory = watchMemory();
  return {
    onTestRunStart: memory.start,
    onTestRunEnd: (modules) => {
      const lines = [...linesOfSkipped(modules), ...linesOfSlowest(modules), ...memory.stop()];
      print(['', ...lines].join('\n'));
    },
  };
}

/** Prints, as the last lines of a run that fails, the names of what failed, and again what was skipped. */
export function namesAfter(): Reporter {
  return {
    onTestRunEnd: (modules, errors) => {
      const failed = [...linesOfFailed(modules), ...errors.map(lineOfError)];
      if (failed.length > 0) print([...failed, ...linesOfSkipped(modules), ''].join('\n'));
    },
  };
}

/** Returns a line for each test and each file that failed; a file fails when it cannot be loaded or closed. */
export function linesOfFailed(modules: Modules): string[] {
  return modules.flatMap((module) => {
    const tests = [...module.children.allTests('failed')];
    const suites = [module, ...module.children.allSuites()].flatMap((each) => each.errors());
    return [
      ...tests.map((each) => `FAILED ${nameOf(each)}${lackOf(each.result().errors ?? [])}`),
      ...suites.map((each) => `FAILED ${fileOf(module)}: ${firstLine(each)}${lackOf([each])}`),
    ];
  });
}

/** Returns a line for each test that said why it was skipped, and how many said nothing. */
export function linesOfSkipped(modules: Modules): string[] {
  const skipped = modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((each) => ({ each, reason: reasonOf(each) })),
  );
  const told = skipped.filter(({ reason }) => reason !== undefined);
  const others = skipped.length - told.length;
  return [
    ...told.map(({ each, reason }) => `SKIPPED ${nameOf(each)}: ${reason}`),
    ...(others > 0
      ? [`SKIPPED ${others} more: each a case that its own condition leaves out`]
      : []),
  ];
}

/** Returns what a skipped test said; for one whose file has a test only to say so, what that one says. */
function reasonOf(test: TestCase): string | undefined {
  const result = test.result();
  if (result.state === 'skipped' && result.note) return result.note;
  const speaker = [...test.module.children.allTests('skipped')].find(
    ({ options }) => options.mode === 'run',
  );
  const said = speaker?.result();
  return (said?.state === 'skipped' && said.note) || speaker?.name;
}

/** Returns the slowest files with their seconds: loading, hooks and tests. */
export function linesOfSlowest(modules: Modules): string[] {
  const timed = modules.map((module) => {
    const { collectDuration, setupDuration, duration } = module.diagnostic();
    return { file: fileOf(module), seconds: (collectDuration + setupDuration + duration) / 1_000 };
  });
  const first = timed.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest);
  if (timed.length <= slowest) return [];
  return [
    `The ${slowest} slowest of ${timed.length} files:`,
    ...first.map(({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`),
  ];
}

/** Says of an error that a program or memory was missing, when that is what it was. */
function lackOf(errors: readonly SerializedError[]): string {
  const text = errors.map(({ message, cause }) => `${message} ${cause?.message ?? ''}`).join(' ');
  const [, program] = /spawn(?:Sync)? (\S+) ENOENT/.exec(text) ?? [];
  if (program) return ` (lacked a program: ${program} is not installed)`;
  const ended = /ENOMEM|annot allocate memory|out of memory|SIGKILL|exited unexpectedly/i.exec(
    text,
  );
  return ended ? ` (may have lacked memory: ${ended[0]})` : '';
}

const lineOfError = (error: SerializedError) =>
  `FAILED beside the tests: ${firstLine(error)}${lackOf([error])}`;
const firstLine = ({ message }: SerializedError) => message.split('\n')[0] ?? '';
const fileOf = ({ moduleId }: TestModule) => relative(process.cwd(), moduleId);
const nameOf = (test: TestCase) => `${fileOf(test.module)} > ${test.fullName}`;

/** Samples how much memory the machine has to give, twice a second. Linux alone tells. */
function watchMemory() {
  let timer: NodeJS.Timeout | undefined;
  let [before, least] = [0, 0];
  return {
    start: () => {
      before = least = availableMegabytes();
      timer = setInterval(() => {
        least = Math.min(least, availableMegabytes());
      }, 500).unref();
    },
    stop: (): string[] => {
      clearInterval(timer);
      if (!before) return [];
      return [`Memory at the peak: ${before - least} MB, with ${least} MB of the machine's left`];
    },
  };
}

function availableMegabytes(): number {
  try {
    const [, kilobytes] = /MemAvailable:\s+(\d+)/.exec(readFileSync('/proc/meminfo', 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1_024);
  } catch {
    return 0;
  }
}
