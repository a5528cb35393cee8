import { useWords } from '../i18n/words.ts';

/** Returns how an event is called: "Persona: modificada"; its own name when the console does not know it. */
export function useEventWords() {
  const t = useWords('activity');
  const kindOf = (eventType: string) => {
    const [kind = ''] = eventType.split('.');
    return t(`kinds.${kind}`, { defaultValue: kind });
  };
  const actOf = (eventType: string) => {
    const [, act = ''] = eventType.split('.');
    return t(`acts.${act}`, { defaultValue: act.replaceAll('_', ' ') });
  };
  return { kindOf, actOf, nameOf: (type: string) => `${kindOf(type)}: ${actOf(type)}` };
}
