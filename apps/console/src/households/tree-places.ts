import { type Group, groupOf, groups, type Party, sorted } from './relationships.ts';

/** A place in the picture, in hundredths of its width and height. */
export type Place = { x: number; y: number };
export type Arc = { group: Group; path: string; label: Place };
export type Places = {
  center: Party | undefined;
  around: { party: Party; place: Place }[];
  arcs: Arc[];
};

export const middle: Place = { x: 50, y: 45 };
/** The empty space between two kinds, in members. */
const gap = 0.7;

const on = (degrees: number, rx: number, ry: number, up = 0): Place => ({
  x: middle.x + rx * Math.cos((degrees * Math.PI) / 180),
  y: middle.y - up + ry * Math.sin((degrees * Math.PI) / 180),
});

/** Returns where everyone stands: the primary in the middle, the kinds on arcs around, the family on top. */
export function placesOf(parties: readonly Party[]): Places {
  const center = parties.find(({ isPrimary, isFormer }) => isPrimary && !isFormer);
  const others = sorted(parties.filter((party) => party !== center));
  const sectors = groups
    .map((group) => ({
      group,
      parties: others.filter((each) => groupOf(each.relationship) === group),
    }))
    .filter((sector) => sector.parties.length > 0);
  const gaps = sectors.length > 1 ? sectors.length * gap : 0;
  const step = 360 / Math.max(1, others.length + gaps);
  const first = sectors[0]?.parties.length ?? 0;
  // The first kind is centred at the top.
  let degrees = -90 - ((first - 1) / 2) * step;
  const around: Places['around'] = [];
  const arcs: Arc[] = [];
  for (const { group, parties: own } of sectors) {
    const from = degrees - step * 0.36;
    for (const party of own) {
      around.push({ party, place: on(degrees, 37, 32) });
      degrees += step;
    }
    const to = degrees - step * 0.64;
    arcs.push({ group, path: arcPath(from, to), label: on((from + to) / 2, 48, 49, -4) });
    degrees += sectors.length > 1 ? gap * step : 0;
  }
  return { center, around, arcs };
}

function arcPath(from: number, to: number): string {
  const [start, end] = [on(from, 48, 49, -4), on(Math.min(to, from + 359), 48, 49, -4)];
  const isLarge = to - from > 180 ? 1 : 0;
  return `M ${start.x} ${start.y} A 48 49 0 ${isLarge} 1 ${end.x} ${end.y}`;
}
