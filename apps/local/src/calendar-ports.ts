import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarsHost } from './child-environment.ts';
import { openFolder } from './data-dir.ts';
import { freePort } from './ports.ts';
import { writeAtomically } from './write-atomically.ts';

type CalendarPorts = { a: number; b: number };

/**
 * Returns the ports of the simulated calendars: those of earlier starts on this DATA_DIR if they are free,
 * so that what was connected stays connected, else `wanted`, else any. They are kept there.
 */
export async function openCalendarPorts(
  dataDir: string,
  wanted: CalendarPorts,
): Promise<CalendarPorts> {
  const file = join(openFolder(join(dataDir, 'calendars')), 'ports.json');
  const ports = await freeCalendarPorts(readPorts(file) ?? wanted);
  writeAtomically(file, `${JSON.stringify(ports)}\n`);
  return ports;
}

/** Two ports for the calendars: the wanted ones if they are free. */
async function freeCalendarPorts(wanted: CalendarPorts): Promise<CalendarPorts> {
  const a = await freePort(calendarsHost, wanted.a);
  let b = await freePort(calendarsHost, wanted.b);
  while (b === a) b = await freePort(calendarsHost);
  return { a, b };
}

function readPorts(file: string): CalendarPorts | undefined {
  try {
    const { a, b } = JSON.parse(readFileSync(file, 'utf8'));
    const arePorts = [a, b].every((each) => Number.isInteger(each) && each > 0 && each < 65_536);
    return arePorts ? { a, b } : undefined;
  } catch {
    return undefined;
  }
}
