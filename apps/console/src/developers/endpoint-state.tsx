import type { AnswerOf } from '../api.ts';
import { useWords } from '../i18n/words.ts';
import { Chip } from '../ui/chip.tsx';

export type Endpoint = AnswerOf<'getWebhookEndpoint'>;

/** Shows whether an endpoint is told what happens, and why not. */
export function EndpointState({ endpoint }: { endpoint: Endpoint }) {
  const t = useWords('developers');
  const { isActive, disabledReason } = endpoint;
  if (disabledReason) return <Chip tone="bad">{t(`hooks.disabled.${disabledReason}`)}</Chip>;
  return <Chip tone={isActive ? 'good' : 'plain'}>{t(isActive ? 'hooks.on' : 'hooks.off')}</Chip>;
}
