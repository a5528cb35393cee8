import { findIana, findWindows } from 'windows-iana';
import { isZone } from '../times.ts';

/** What Microsoft calls an IANA zone: Windows' name, by Unicode's table, where there is one. */
export function toWindowsZone(timezone: string): string {
  const [windows] = findWindows(timezone as Parameters<typeof findWindows>[0]);
  return windows ?? timezone;
}

/** The IANA zone of a Windows (or IANA) name; undefined for custom zones and unknown names. */
export function fromWindowsZone(name: string | null | undefined): string | undefined {
  if (!name) return undefined;
  const [iana] = findIana(name as Parameters<typeof findIana>[0]);
  if (iana) return iana;
  return isZone(name) ? name : undefined;
}

/** Whether two IANA zones are one to Microsoft, which knows fewer. */
export function isSameZone(one: string, other: string): boolean {
  return one === other || toWindowsZone(one) === toWindowsZone(other);
}
