import { wordsOf } from '../i18n/words.ts';
import { toast } from './toast.tsx';

/** Copies a text and says so, or that the browser refused to. */
export async function copy(text: string, copied = wordsOf('common')('copied')): Promise<void> {
  // Without TLS a browser has no clipboard at all.
  const isDone = await (navigator.clipboard?.writeText(text) ?? Promise.reject()).then(
    () => true,
    () => false,
  );
  toast(isDone ? { message: copied } : { message: wordsOf('common')('notCopied'), isBad: true });
}
