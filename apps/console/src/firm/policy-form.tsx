import type { AnswerOf, BodyOf } from '../api.ts';
import { call } from '../api.ts';
import { useWrite } from '../data.ts';
import { assistants, secondFactors, vendorAccess } from '../enumerations.ts';
import type { FieldOf } from '../forms/paths.ts';
import { StandingForm } from '../forms/standing-form.tsx';
import { useWords } from '../i18n/words.ts';
import { usePerson } from '../person.ts';
import type { Field } from '../records/field.tsx';
import { RecordForm } from '../records/record-form.tsx';
import { presentTenant } from '../tenant.ts';

type Policy = AnswerOf<'getSecurityPolicy'>;
type Change = NonNullable<BodyOf<'updateSecurityPolicy'>>;
type PolicyField = Field<FieldOf<'updateSecurityPolicy'>>;

const numbers = ['idleMinutes', 'sessionHours', 'tokenDays', 'passwordMinLength'] as const;

/** Returns what a form states as the API takes it. */
function bodyOf(stated: Readonly<Record<string, unknown>>): Change {
  const typed = numbers.flatMap((name) => {
    const value = stated[name];
    if (value === undefined) return [];
    // What is no number is sent as it was typed: the server says what is wrong with it.
    return [[name, /^\d+$/.test(String(value)) ? Number(value) : value]];
  });
  return {
    ...stated,
    ...Object.fromEntries(typed),
    // A list of which nothing is left is an empty one here.
    ...(stated.allowedNetworks === null ? { allowedNetworks: [] } : {}),
  } as Change;
}

/** The firm's whole policy: second factor, sessions, passwords, tokens, networks, and who may look in. */
export function PolicyForm({ policy }: { policy: Policy }) {
  const t = useWords('firm');
  const user = usePerson();
  const save = useWrite('updateSecurityPolicy');
  const path = { tenantUuid: presentTenant() };
  const choice = (
    name: 'secondFactor' | 'assistants' | 'vendorAccess',
    values: readonly string[],
  ): PolicyField => ({
    path: name,
    label: t(`policy.${name}`),
    description: t(`policyText.${name}`),
    kind: 'choice',
    isRequired: true,
    options: values.map((value) => ({ value, label: t(`policyValues.${name}.${value}`) })),
  });
  const number = (name: (typeof numbers)[number]): PolicyField => ({
    path: name,
    label: t(`policy.${name}`),
    description: t(`policyText.${name}`),
    kind: 'digits',
    isRequired: true,
  });
  const yesNo = (name: 'refuseCommonPasswords' | 'recordViews'): PolicyField => ({
    path: name,
    label: t(`policy.${name}`),
    description: t(`policyText.${name}`),
    kind: 'yesNo',
    isRequired: true,
  });
  const isOfFirm = user?.roles.includes('TENANT_ADMIN') ?? false;
  const fields: PolicyField[] = [
    choice('secondFactor', secondFactors),
    number('idleMinutes'),
    number('sessionHours'),
    number('tokenDays'),
    number('passwordMinLength'),
    yesNo('refuseCommonPasswords'),
    yesNo('recordViews'),
    choice('assistants', assistants),
    ...(isOfFirm ? [choice('vendorAccess', vendorAccess)] : []),
    {
      path: 'allowedNetworks',
      label: t('policy.allowedNetworks'),
      description: t('policyText.allowedNetworks'),
      placeholder: '200.1.2.0/24',
      kind: 'texts',
    },
  ];
  return (
    <StandingForm>
      {(saved) => (
        <RecordForm
          operation="updateSecurityPolicy"
          fields={fields}
          record={policy}
          send={(stated, { headers }) => save.mutateAsync({ path, body: bodyOf(stated), headers })}
          saved={saved}
          anew={(now) => now}
          act={t('save')}
          draft="security-policy"
          reread={() => call('getSecurityPolicy', { path })}
          // A fault of one network is shown at the field that holds them all.
          pathOf={(field) => field.replace(/^allowedNetworks.*/, 'allowedNetworks')}
        />
      )}
    </StandingForm>
  );
}
