import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { changeLanguage, loadWords, startWords } from '../i18n/words.ts';
import { guess } from './fields.ts';
import { useFieldLabel } from './use-field-label.ts';

test("A column of advisers' names is not taken for their identifiers, which say what they are", async () => {
  vi.stubGlobal('document', { documentElement: {} });
  await startWords('es');
  await loadWords(['imports', 'fields']);
  const Asked = () => {
    const labelOf = useFieldLabel();
    const columns = ['Asesor a cargo', 'Adviser in charge', 'contactManagerId', 'Nombre'];
    const guesses = columns.map((column) => guess(column, labelOf) ?? '-');
    return [labelOf('contactManagerId'), ...guesses].join('|');
  };
  const asked = () => renderToStaticMarkup(createElement(Asked));
  expect(asked()).toBe('Asesor (identificador)|-|-|contactManagerId|firstName');
  await changeLanguage('en');
  expect(asked()).toBe('Adviser (identifier)|-|-|contactManagerId|firstName');
  vi.unstubAllGlobals();
});
