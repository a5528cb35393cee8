import { useWords } from '../i18n/words.ts';

/** Returns the word for a field of a person, or for one within a document. */
export function useFieldWord(): (path: string) => string {
  const t = useWords('fields');
  return (path) => {
    const [name = '', ...rest] = path.split('.');
    return t(rest.length > 0 ? `parts.${rest.join('_')}` : `contact.${name}`);
  };
}
