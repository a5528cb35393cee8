import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { useIsPhone } from '../ui/phone-width.ts';
import { type Group, groupOf, groups, type Party, sorted } from './relationships.ts';
import classes from './tree.module.css';
import { PartyNode } from './tree-node.tsx';
import { type Line, pictureOf } from './tree-places.ts';

/** Shows how many stand around the primary member before the rest is left to the table. */
const most = 20;
/** In a small picture so few stand beneath each other: rows of one would be empty. */
const few = 3;

type Props = {
  /** The sentence that tells what the picture shows. */
  label: string;
  parties: readonly Party[];
  /** The acts for somebody, as items of a menu; without it the picture only shows. */
  menu?: (party: Party) => ReactNode;
  /** Shows what is shown of those who find no place. */
  more?: (count: number) => ReactNode;
  isSmall?: boolean;
};

/** Shows who is who in a household: generation by generation, couples side by side, companies below. */
export function Tree(props: Props) {
  const isPhone = useIsPhone();
  const present = sorted(props.parties);
  const shown = present.filter(({ isPrimary }) => isPrimary);
  const others = present.filter(({ isPrimary }) => !isPrimary);
  const parties = [...shown, ...others.slice(0, most)];
  const hidden = others.length - Math.min(most, others.length);
  return (
    <figure className={classes.figure} aria-label={props.label}>
      {isPhone || (props.isSmall && others.length <= few) ? (
        <Branches {...props} parties={parties} />
      ) : (
        <Generations {...props} parties={parties} />
      )}
      {hidden > 0 && <figcaption className={classes.more}>{props.more?.(hidden)}</figcaption>}
    </figure>
  );
}

function Generations({ parties, menu, isSmall = false }: Props) {
  const roles = useWords('relationships');
  const { height, stands, lines, bands } = pictureOf(parties, isSmall);
  return (
    <div className={classes.picture} style={{ height }} data-small={isSmall || undefined}>
      <svg
        className={classes.lines}
        viewBox={`0 0 100 ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {lines.map((line) => (
          <Between key={line.key} line={line} />
        ))}
      </svg>
      {bands.map(({ group, top }) => (
        <p key={group} className={classes.band} style={{ top }}>
          {roles(`groups.${group}`)}
        </p>
      ))}
      <ul className={classes.nodes}>
        {stands.map(({ party, place }) => (
          <li key={party.key} style={{ left: `${place.x}%`, top: place.y }}>
            <PartyNode party={party} menu={menu} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A line between people; that of a couple is double. */
function Between({ line: { through, isCouple, isDashed } }: { line: Line }) {
  const points = through.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <>
      <polyline
        points={points}
        className={classes.line}
        data-couple={isCouple || undefined}
        data-former={isDashed || undefined}
      />
      {isCouple && <polyline points={points} className={classes.inner} />}
    </>
  );
}

/** The same from top to bottom, for the phone: the primary member, then a branch for each kind. */
function Branches({ parties, menu }: Props) {
  const roles = useWords('relationships');
  const center = parties.filter(({ isPrimary }) => isPrimary);
  const others = parties.filter(({ isPrimary }) => !isPrimary);
  const branch = (group: Group) => others.filter((each) => groupOf(each.relationship) === group);
  return (
    <div className={classes.branches}>
      {center.map((party) => (
        <PartyNode key={party.key} party={party} menu={menu} isRow />
      ))}
      {groups
        .filter((group) => branch(group).length > 0)
        .map((group) => (
          <div key={group} className={classes.branch}>
            <p className={classes.branchTitle}>{roles(`groups.${group}`)}</p>
            <ul>
              {branch(group).map((party) => (
                <li key={party.key} data-former={isDashed(party) || undefined}>
                  <PartyNode party={party} menu={menu} isRow />
                </li>
              ))}
            </ul>
          </div>
        ))}
    </div>
  );
}

const isDashed = ({ relationship, isFormer }: Party) => isFormer || relationship === 'EX_SPOUSE';
