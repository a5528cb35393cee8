import type { ReactNode } from 'react';
import { useWords } from '../i18n/words.ts';
import { useIsPhone } from '../ui/phone-width.ts';
import { type Group, groupOf, groups, type Party, sorted } from './relationships.ts';
import classes from './tree.module.css';
import { PartyNode } from './tree-node.tsx';
import { middle, placesOf } from './tree-places.ts';

/** Shows how many stand around the primary member before the rest is left to the table. */
const most = 14;
/** In a small picture so few stand beneath each other: a circle of them would be empty. */
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

/** Shows who is who in a household: the primary member in the middle, the kinds of relationship around. */
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
        <Circle {...props} parties={parties} />
      )}
      {hidden > 0 && <figcaption className={classes.more}>{props.more?.(hidden)}</figcaption>}
    </figure>
  );
}

function Circle({ parties, menu, isSmall }: Props) {
  const roles = useWords('relationships');
  const { center, around, arcs } = placesOf(parties, !isSmall);
  const size =
    !isSmall && around.length < 3
      ? 'few'
      : around.length > 7
        ? 'large'
        : isSmall
          ? 'small'
          : 'medium';
  return (
    <div
      className={classes.circle}
      data-size={size}
      data-pair={(size === 'few' && around.length === 1) || undefined}
    >
      <svg
        className={classes.lines}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {arcs.map(({ group, path }) => (
          <path key={group} d={path} className={classes.arc} data-group={group} />
        ))}
        {center &&
          around.map(({ party, place }) => (
            <line
              key={party.key}
              x1={middle.x}
              y1={middle.y}
              x2={place.x}
              y2={place.y}
              className={classes.line}
              data-former={isDashed(party) || undefined}
            />
          ))}
      </svg>
      {arcs.map(({ group, label }) => (
        <span
          key={group}
          className={classes.arcLabel}
          data-group={group}
          style={{ left: `${label.x}%`, top: `${label.y}%` }}
        >
          {roles(`groups.${group}`)}
        </span>
      ))}
      <ul className={classes.nodes}>
        {center && (
          <li style={{ left: `${middle.x}%`, top: `${middle.y}%` }} data-center>
            <PartyNode party={center} menu={menu} />
          </li>
        )}
        {around.map(({ party, place }) => (
          <li key={party.key} style={{ left: `${place.x}%`, top: `${place.y}%` }}>
            <PartyNode party={party} menu={menu} />
          </li>
        ))}
      </ul>
    </div>
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
            <p className={classes.branchTitle} data-group={group}>
              {roles(`groups.${group}`)}
            </p>
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
