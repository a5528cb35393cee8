import { type Group, groupOf, groups, type Party, sorted } from './relationships.ts';

/** A place in the picture: in hundredths of its width, and in pixels from its top. */
export type Place = { x: number; y: number };
type Stand = { party: Party; place: Place };
/** A line through some places: of a couple, or from one generation to the next. */
export type Line = {
  key: string;
  through: readonly Place[];
  isCouple: boolean;
  isDashed: boolean;
};
export type Picture = {
  height: number;
  stands: Stand[];
  lines: Line[];
  /** Says where a kind other than the family begins. */
  bands: { group: Group; top: number }[];
};

/** Says how far from the primary member's generation others are: elders come before. */
const generations: Readonly<Record<string, number>> = {
  GRANDPARENT: -2,
  PARENT: -1,
  CHILD: 1,
  STEPCHILD: 1,
  DEPENDENT: 1,
  GRANDCHILD: 2,
};
/**
 * A size of the picture: the height of a row, how many stand in one, and where a face's middle is, in
 * pixels; the widest place of a member and how far from the middle anybody stands, in hundredths.
 */
const sizes = {
  large: { row: 132, perRow: 5, face: 32, widest: 20, edge: 42 },
  small: { row: 130, perRow: 4, face: 30, widest: 28, edge: 36 },
};
/** The room for the word of a kind. */
const word = 26;

const partners: readonly (string | null)[] = ['SPOUSE', 'PARTNER'];
/** Returns whether somebody is the partner of the primary member, whichever of the two is the primary one. */
const isPartner = ({ relationship, isFormer }: Party, primary: Party | undefined) =>
  !isFormer &&
  (partners.includes(relationship) ||
    (relationship === 'SELF' && partners.includes(primary?.relationship ?? null)));
const isEnded = ({ relationship, isFormer }: Party) =>
  isFormer === true || relationship === 'EX_SPOUSE';
const generationOf = ({ relationship, isPrimary }: Party) =>
  isPrimary ? 0 : (generations[relationship ?? ''] ?? 0);

/**
 * Returns where everyone stands: each generation in a row of its own, the primary member and their partner
 * in the middle, and the companies and legal roles below the family.
 */
export function pictureOf(parties: readonly Party[], isSmall: boolean): Picture {
  const { row, perRow, face, widest, edge } = isSmall ? sizes.small : sizes.large;
  const picture: Picture = { height: 0, stands: [], lines: [], bands: [] };
  let y = face;
  const place = (own: readonly Party[], middle: number) => {
    for (let from = 0; from < own.length; from += perRow) {
      const part = own.slice(from, from + perRow);
      const about = own.length <= perRow ? middle : (part.length - 1) / 2;
      const step = Math.min(widest, edge / Math.max(about, part.length - 1 - about, 1));
      for (const [at, party] of part.entries())
        picture.stands.push({ party, place: { x: 50 + (at - about) * step, y } });
      y += row;
    }
  };
  const isFamily = (each: Party) => each.isPrimary || groupOf(each.relationship) === 'FAMILY';
  const all = sorted(parties);
  for (const generation of [-2, -1, 0, 1, 2]) {
    const own = all.filter((each) => isFamily(each) && generationOf(each) === generation);
    const ordered = generation === 0 ? withCoupleInside(own) : own;
    place(ordered, generation === 0 ? middleOfCouple(ordered) : (own.length - 1) / 2);
  }
  picture.lines = linesOf(picture.stands, face);
  for (const group of groups.filter((each) => each !== 'FAMILY')) {
    const own = all.filter((each) => !isFamily(each) && groupOf(each.relationship) === group);
    if (own.length === 0) continue;
    picture.bands.push({ group, top: y - face });
    y += word;
    place(own, (own.length - 1) / 2);
  }
  picture.height = y - face;
  return picture;
}

/** Puts the brothers and sisters and former partners before the couple, and everybody else after it. */
function withCoupleInside(own: readonly Party[]): Party[] {
  const primary = own.find(({ isPrimary }) => isPrimary);
  const rank = (party: Party) => {
    if (party.isPrimary) return 2;
    if (isPartner(party, primary)) return 3;
    if (isEnded(party)) return 1;
    return party.relationship === 'SIBLING' ? 0 : 4;
  };
  return [...own].sort((a, b) => rank(a) - rank(b));
}

/** Returns where in a row the middle of the couple is, or the primary member alone. */
function middleOfCouple(own: readonly Party[]): number {
  const at = own.findIndex(({ isPrimary }) => isPrimary);
  if (at < 0) return (own.length - 1) / 2;
  const next = own[at + 1];
  return next && isPartner(next, own[at]) ? at + 0.5 : at;
}

/** Returns the lines between those who stand in the family. */
function linesOf(stands: readonly Stand[], face: number): Line[] {
  const primary = stands.find(({ party }) => party.isPrimary);
  if (!primary) return [];
  const own = primary.place;
  const of = (generation: number) =>
    stands.filter(({ party }) => generationOf(party) === generation && party !== primary.party);
  const bus = ({ y }: Place) => y - face - 12;
  /** Goes from somebody, or from between two, down to somebody of the generation below. */
  const down = (from: Place, to: Stand, turn: number, isDashed = isEnded(to.party)): Line => ({
    key: `${from.x} ${from.y} ${to.party.key}`,
    through: [from, { x: from.x, y: turn }, { x: to.place.x, y: turn }, to.place],
    isCouple: false,
    isDashed,
  });
  const couple = (one: Place, { party, place }: Stand): Line => ({
    key: `couple ${party.key}`,
    through: [one, place],
    isCouple: !isEnded(party),
    isDashed: isEnded(party),
  });
  const [grandparents, parents, children, grandchildren] = [of(-2), of(-1), of(1), of(2)];
  const beside = of(0);
  const partner = beside.find(({ party }) => isPartner(party, primary.party));
  const between = partner ? { x: (own.x + partner.place.x) / 2, y: own.y } : own;
  const siblings = beside.filter(({ party }) => party.relationship === 'SIBLING');
  const [father, mother] = parents;
  const above = father && mother ? { x: 50, y: father.place.y } : (father?.place ?? own);
  return [
    ...beside
      .filter(({ party }) => isPartner(party, primary.party) || isEnded(party))
      .map((each) => couple(own, each)),
    ...(father && mother ? [couple(father.place, mother)] : []),
    ...(father ? [down(above, primary, bus(own), false)] : []),
    ...siblings.map((each) => down(father ? above : own, each, bus(own))),
    ...grandparents.map((each) => ({
      ...down(each.place, { party: each.party, place: above }, bus(above), isEnded(each.party)),
    })),
    ...children.map((each) => down(between, each, bus(each.place))),
    ...grandchildren.map((each) =>
      down({ x: 50, y: children[0]?.place.y ?? own.y }, each, bus(each.place)),
    ),
  ];
}
