import { useWords } from '../i18n/words.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Chip } from '../ui/chip.tsx';
import { Section } from '../ui/page.tsx';
import classes from './household.module.css';
import type { Household } from './relationships.ts';
import { useRelationships } from './use-relationships.ts';

/** Shows who of the household is politically exposed, and who is related to such a person, and through whom. */
export function Exposure({ household: { exposure, members } }: { household: Household }) {
  const t = useWords('households');
  const { labelOf } = useRelationships();
  const nameOf = (memberUuid: string | null) =>
    members.find((each) => each.memberUuid === memberUuid)?.displayName;
  const { politicallyExposed, related } = exposure;
  if (politicallyExposed.length + related.length === 0) return null;
  return (
    <Section title={t('exposure.title')}>
      <ul className={classes.people}>
        {politicallyExposed.map((memberUuid) => (
          <li key={memberUuid}>
            <Avatar name={nameOf(memberUuid) ?? ''} size={26} />
            <span className={classes.personText}>
              <strong>{nameOf(memberUuid)}</strong>
              <Chip tone="warn">{t('exposure.exposed')}</Chip>
            </span>
          </li>
        ))}
        {related.map(({ memberUuid, throughMemberUuid, relationshipType }) => (
          <li key={memberUuid}>
            <Avatar name={nameOf(memberUuid) ?? ''} size={26} />
            <span className={classes.personText}>
              <strong>{nameOf(memberUuid)}</strong>
              <span className={classes.muted}>
                {throughMemberUuid
                  ? t('exposure.through', {
                      name: nameOf(throughMemberUuid),
                      role: labelOf(relationshipType),
                    })
                  : t('exposure.elsewhere', { role: labelOf(relationshipType) })}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
