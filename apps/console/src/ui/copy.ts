import { wordsOf } from '../i18n/words.ts';
import { toast } from './toast.tsx';

/** Copies a text and says so, or that the browser refused to. */
export async function copy(text: string, copied = wordsOf('common')('copied')): Promise<void> {
  const isDone = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  toast(isDone ? { message: copied } : { message: wordsOf('common')('notCopied'), isBad: true });
}
