import { createInstance } from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import enFields from '../i18n/en/fields.json';
import enImports from '../i18n/en/imports.json';
import esFields from '../i18n/es/fields.json';
import esImports from '../i18n/es/imports.json';
import { guess } from './fields.ts';
import { heldOf, saidOfColumns } from './kept-columns.ts';
import { useFieldLabel } from './use-field-label.ts';

test.each([
  ['es', 'Asesor (correo)', { imports: esImports, fields: esFields }],
  ['en', 'Adviser (e-mail)', { imports: enImports, fields: enFields }],
])(
  "A column of advisers' names is not taken for their e-mails, which say what they are, in %s",
  async (lng, word, words) => {
    // It has an instance of its own: the language of the other tests stays what it is.
    const i18n = createInstance();
    await i18n.init({ lng, resources: { [lng]: words }, react: { useSuspense: false } });
    const Asked = () => {
      const labelOf = useFieldLabel();
      const columns = ['Asesor a cargo', 'Adviser in charge', 'contactManagerId', 'Nombre'];
      const guesses = columns.map((column) => guess(column, labelOf) ?? '-');
      return [labelOf('contactManagerId'), ...guesses].join('|');
    };
    const asked = createElement(I18nextProvider, { i18n }, createElement(Asked));
    expect(renderToStaticMarkup(asked)).toBe(`${word}|-|-|contactManagerId|firstName`);
  },
);

test('What was said of a column holds for the next file that has it, and no field is in two columns', () => {
  const named = (names: string) => names.split(' ').map((name) => ({ name }));
  const said = saidOfColumns(named('Name Mail Note'), ['firstName', 'userEmail', null]);
  const next = named('Note Mail Given Surname');
  const guesses = ['jobPosition', 'email', 'firstName', 'paternalLastName'];
  expect(heldOf(next, said, guesses)).toEqual([null, 'userEmail', 'firstName', 'paternalLastName']);
  const both = saidOfColumns(named('Given Name'), ['firstName', null], said);
  expect(heldOf(named('Name Given Mail'), both, guesses)).toEqual([null, 'firstName', 'userEmail']);
  expect(heldOf(named('Given Other'), both, ['email', 'firstName'])).toEqual(['firstName', null]);
});
