import type { FastifyRequest } from 'fastify';
import { toIanaZone } from '../core/zones.ts';
import { invalid } from './errors.ts';

/** Says what the `Prefer` header asks for. */
export type Preferences = {
  immutableIds: boolean;
  pageSize: number | undefined;
  /** The zone for start and end: as the caller named it, and its IANA name. */
  zone: { name: string; iana: string };
  /** True when the caller named a zone. */
  hasZone: boolean;
  bodyAsText: boolean;
};

export function preferencesOf(request: FastifyRequest): Preferences {
  const header = [request.headers.prefer ?? []].flat().join(', ');
  const read = (name: string) => new RegExp(`${name}\\s*=\\s*"?([^",;]+)"?`, 'i').exec(header)?.[1];
  const asked = read('outlook\\.timezone');
  const zone = asked ?? 'UTC';
  const iana = toIanaZone(zone);
  if (!iana)
    throw invalid(
      `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${zone}'.`,
      'TimeZoneNotSupportedException',
    );
  return {
    immutableIds: read('IdType')?.toLowerCase() === 'immutableid',
    pageSize: Number(read('odata\\.maxpagesize')) || undefined,
    zone: { name: zone, iana },
    hasZone: asked !== undefined,
    bodyAsText: read('outlook\\.body-content-type')?.toLowerCase() === 'text',
  };
}
