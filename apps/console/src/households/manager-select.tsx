import { useWords } from '../i18n/words.ts';
import { StaffSelect } from '../records/staff-select.tsx';

export type Manager = {
  relationshipManagerType: 'TENANT_STAFF' | 'PARTNER_STAFF';
  relationshipManagerUuid: string;
};
type Props = { value: Manager; name: string; onChange: (value: Manager, name: string) => void };

/** Shows who leads a household: found among the staff by name. */
export function ManagerSelect({ value, name, onChange }: Props) {
  const t = useWords('households');
  return (
    <StaffSelect
      label={t('manager')}
      value={{ uuid: value.relationshipManagerUuid, name }}
      onChange={({ uuid, isPartner, name: chosen }) =>
        onChange(
          {
            relationshipManagerType: isPartner ? 'PARTNER_STAFF' : 'TENANT_STAFF',
            relationshipManagerUuid: uuid,
          },
          chosen,
        )
      }
    />
  );
}
