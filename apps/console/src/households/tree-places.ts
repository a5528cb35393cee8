import { cluster, type HierarchyPointNode, hierarchy } from 'd3-hierarchy';
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
/** The widest place of a member, in degrees: few do not stand far from each other. */
const widest = 60;
/** The empty space between two kinds, in members. */
const gap = 0.7;

const on = (degrees: number, rx: number, ry: number, up = 0): Place => ({
  x: middle.x + rx * Math.cos((degrees * Math.PI) / 180),
  y: middle.y - up + ry * Math.sin((degrees * Math.PI) / 180),
});

type Knot = { group?: Group; party?: Party; children?: Knot[] };

/**
 * Returns where everyone stands: the primary in the middle, the kinds on arcs around, the family on
 * top. Where there is width, one or two stand beside the primary: above, they would leave it empty.
 */
export function placesOf(parties: readonly Party[], isWide: boolean): Places {
  const center = parties.find(({ isPrimary, isFormer }) => isPrimary && !isFormer);
  const others = sorted(parties.filter((party) => party !== center));
  const sectors: Knot[] = groups
    .map((group) => ({
      group,
      children: others
        .filter((each) => groupOf(each.relationship) === group)
        .map((party) => ({ party })),
    }))
    .filter(({ children }) => children.length > 0);
  if (sectors.length === 0) return { center, around: [], arcs: [] };
  const most = 360 / widest;
  const between = Math.max(1 + gap, 1 + (most - others.length) / sectors.length);
  const isFew = isWide && others.length < 3;
  const place = isFew && others.length === 2 ? 180 : widest;
  const around360 = sectors.length > 1 ? 360 : Math.min(360, others.length * place);
  const start = isFew && (others.length === 1 || sectors.length > 1) ? 0 : -90;
  const root = cluster<Knot>()
    .size([around360, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : between))(
    hierarchy<Knot>({ children: sectors }),
  );
  const first = root.children?.[0];
  const step =
    around360 / (others.length + (sectors.length > 1 ? sectors.length * (between - 1) : 0));
  const turn = start - (first ? middleOf(first) : 0);
  const reach = Math.min(step, widest) * 0.36;
  const around = root
    .leaves()
    .flatMap(({ data: { party }, x }) => (party ? [{ party, place: on(x + turn, 37, 32) }] : []));
  // Around somebody alone there is nothing to tell apart.
  const arcs = (others.length > 1 ? (root.children ?? []) : []).flatMap((sector): Arc[] => {
    const leaves = sector.leaves().map(({ x }) => x + turn);
    const from = Math.min(...leaves) - reach;
    const to = Math.max(...leaves) + reach;
    const { group } = sector.data;
    const label = on((from + to) / 2, 48, 49, -4);
    return group ? [{ group, path: arcPath(from, to), label }] : [];
  });
  return { center, around, arcs };
}

function middleOf(sector: HierarchyPointNode<Knot>): number {
  const places = sector.leaves().map(({ x }) => x);
  return (Math.min(...places) + Math.max(...places)) / 2;
}

function arcPath(from: number, to: number): string {
  const [start, end] = [on(from, 48, 49, -4), on(Math.min(to, from + 359), 48, 49, -4)];
  const isLarge = to - from > 180 ? 1 : 0;
  return `M ${start.x} ${start.y} A 48 49 0 ${isLarge} 1 ${end.x} ${end.y}`;
}
