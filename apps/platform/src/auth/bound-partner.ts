import { boundPartner, type Viewer } from '@atrium/kit/auth/bound-partner.ts';

export { boundPartner, type Viewer };

/** How far somebody sees, as a value to compare. */
export function sightOf(viewer: Viewer): string {
  const partner = boundPartner(viewer);
  return partner === undefined ? 'the tenant' : `the partner ${partner}`;
}
