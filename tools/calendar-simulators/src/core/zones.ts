import { findIana, findWindows } from 'windows-iana';
import { isZone } from './time.ts';

/** The Windows name of an IANA zone, by CLDR's table; the IANA name where there is none. */
export function toWindowsZone(iana: string): string {
  if (iana === 'UTC' || iana === 'Etc/UTC') return 'UTC';
  return findWindows(iana)[0] ?? iana;
}

/** The IANA zone meant by a Windows or IANA name; undefined for neither. */
export function toIanaZone(name: string): string | undefined {
  if (name === 'UTC') return 'UTC';
  return findIana(name)[0] ?? (isZone(name) ? name : undefined);
}
