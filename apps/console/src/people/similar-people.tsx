import { useDebouncedValue } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRead } from '../data.ts';
import { useWords } from '../i18n/words.ts';
import { pathTo } from '../paths.ts';
import { showPhone } from '../phone.ts';
import type { Values } from '../records/field.tsx';
import { PersonChip } from '../records/person-chip.tsx';
import { nameOf } from '../records/person-name.ts';
import { isRut, showRut } from '../rut.ts';
import type { PersonRow } from './list-row.ts';
import classes from './people.module.css';

const size = 5;

/** Says beside the name, while somebody is typed, who is there already by name, number, mail or telephone. */
export function SimilarPeople({ typed }: { typed: Values }) {
  const t = useWords('people');
  const [terms] = useDebouncedValue(termsOf(typed), 300, { leading: false });
  const [name, number, email, phone] = terms.split('\n');
  const found = new Map(
    [useSimilar(name), useSimilar(number), useSimilar(email), useSimilar(phone)]
      .flat()
      .map((each) => [each.contactUuid, each]),
  );
  const shown = [...found.values()].slice(0, size);
  return (
    <div role="status">
      {shown.length > 0 && (
        <div className={classes.notice}>
          <IconAlertTriangle size={18} aria-hidden />
          <div>
            <strong>{t('new.similar', { count: shown.length })}</strong>
            <ul>
              {shown.map((each) => (
                <li key={each.contactUuid}>
                  <PersonChip of={each} href={pathTo('person', { contactUuid: each.contactUuid })}>
                    {nameOf(each)}
                  </PersonChip>{' '}
                  {factsOf(each).join(' · ')}
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
    </div>
  );
}

/** Returns what tells two people of one name apart. */
const factsOf = ({ identityType, identityId, ...row }: PersonRow): string[] =>
  [
    identityId && (identityType === 'CHILE_RUT' ? showRut(identityId) : identityId),
    row.primaryEmail ?? row.preferredEmail,
    row.preferredPhoneNumber && showPhone(row.preferredPhoneNumber),
    row.managerName,
  ].flatMap((each) => each || []);

/** Returns what is searched for of what is typed: a line each for name, number, mail and telephone. */
function termsOf({ firstName, paternalLastName, ...typed }: Values): string {
  const text = (value: Values | string | undefined) =>
    typeof value === 'string' ? value.trim() : '';
  const name = text(firstName) && text(paternalLastName) ? `${firstName} ${paternalLastName}` : '';
  const number = text(typed.identityId);
  const email = text(typed.preferredEmail);
  const phone = text(typed.preferredPhoneNumber);
  return [
    name.length > 3 ? name : '',
    isRut(number) || number.length > 6 ? number : '',
    /.@.+\../.test(email) ? email : '',
    phone.replace(/\D/g, '').length >= 8 ? phone : '',
  ].join('\n');
}

/** Returns those who are found by a term; nobody for none. */
function useSimilar(term = ''): readonly PersonRow[] {
  const body = { searchTerm: term.slice(0, 200), size };
  const { data } = useRead('filterContacts', { body }, { enabled: term !== '', keepsOld: true });
  return term === '' ? [] : (data?.content ?? []);
}
