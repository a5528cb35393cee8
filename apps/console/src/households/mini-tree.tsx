import { hierarchy, tree } from 'd3-hierarchy';
import { useWords } from '../i18n/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { type Party, sorted } from './relationships.ts';
import classes from './tree.module.css';
import { useRelationships } from './use-relationships.ts';

/** Shows how many are drawn beside the primary member; the others are counted. */
const most = 5;
type Knot = { party?: Party; children?: Knot[] };

/** A household in small: the primary member above, the others beneath, with initials and first names. */
export function MiniTree({ label, parties }: { label: string; parties: readonly Party[] }) {
  const t = useWords('households');
  const { labelOf } = useRelationships();
  const primary = parties.find(({ isPrimary }) => isPrimary);
  const others = sorted(parties.filter((each) => each !== primary));
  const shown = others.slice(0, most);
  const root = tree<Knot>().size([100, 1])(
    hierarchy<Knot>({
      ...(primary ? { party: primary } : {}),
      children: shown.map((party) => ({ party })),
    }),
  );
  const rest = others.length - shown.length;
  return (
    <figure
      className={classes.mini}
      aria-label={label}
      data-alone={others.length === 0 || undefined}
    >
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {primary &&
          root
            .links()
            .map(({ source, target }) => (
              <path
                key={target.data.party?.key}
                d={`M ${source.x} 22 C ${source.x} 45, ${target.x} 35, ${target.x} 62`}
                className={classes.line}
                data-former={target.data.party?.relationship === 'EX_SPOUSE' || undefined}
              />
            ))}
      </svg>
      <ul>
        {root.descendants().map(({ data: { party }, x, depth }) =>
          party ? (
            <li
              key={party.key}
              style={{ left: `${x}%`, top: depth === 0 ? 0 : '56%' }}
              data-primary={depth === 0 || undefined}
              title={`${party.name}, ${labelOf(party.relationship)}`}
            >
              <Avatar name={party.name} size={depth === 0 ? 34 : 28} />
              <span>{party.isOrganisation ? party.name : party.name.split(' ')[0]}</span>
            </li>
          ) : null,
        )}
      </ul>
      {rest > 0 && <figcaption className={classes.more}>{t('others', { count: rest })}</figcaption>}
    </figure>
  );
}
