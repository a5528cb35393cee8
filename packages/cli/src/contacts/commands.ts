import { type Command, flag, one, parse, place, text, UsageError, uuid } from '../command.ts';
import { openSession } from '../session.ts';
import { exportContacts } from './export-contacts.ts';
import { followImport, importContacts } from './import-contacts.ts';

const many = { ...text, multiple: true } as const;

export const contactsImport: Command = {
  name: 'contacts import',
  parameters: 'FILE [options]',
  summary: 'creates contacts from CSV and prints the rows that were refused, with the reasons',
  help: `  --dry-run             checks the first 10,000 rows only, writes nothing
  --map COLUMN=FIELD    which field of a contact a column holds, none after = leaves it out; repeatable
  --decimal SIGN        COMMA or POINT, before the decimals of amounts; else what the file shows
  --update              a row whose contactUuid is there changes that contact, else it is passed over
  --default FIELD=TEXT  what every row has whose cell is empty or missing; repeatable
  --follow UUID         follows an import that was begun before, in place of FILE
  --url URL             where Atrium is
  --tenant UUID         another tenant; for system administrators

FILE is CSV as spreadsheets write it, with a header, up to 50,000 rows and 64 MiB. A column
whose name is that of a field needs no --map, whatever its case, spaces and dashes. firstName,
paternalLastName, contactType, contactMeans, preferredContactLanguage and contactManagerId must be in
a column or have a default. The exit code is 1 when a row was refused.
`,
  run(args, here) {
    const options = {
      ...place,
      'dry-run': flag,
      map: many,
      default: many,
      follow: text,
      decimal: text,
      update: flag,
    };
    const { values, positionals } = parse(args, options);
    const session = openSession(values, here);
    const follow = uuid('follow', values.follow);
    if (follow && positionals.length === 0) return followImport(session, follow);
    return importContacts(session, {
      file: one('contacts import', 'file', positionals),
      dryRun: values['dry-run'] ?? false,
      mapping: Object.fromEntries(
        Object.entries(pairs('map', values.map)).map(([column, field]) => [column, field || null]),
      ),
      decimal: values.decimal,
      onExisting: values.update ? 'UPDATE' : 'SKIP',
      defaults: pairs('default', values.default),
    });
  },
};

export const contactsExport: Command = {
  name: 'contacts export',
  parameters: '[--out FILE] [options]',
  summary: 'writes the contacts that you may see as CSV to a file, or to the terminal',
  help: `  --out FILE      where to; the file appears under its name when it is whole
  --search TEXT   contacts that match, as the search of the API finds them
  --url URL       where Atrium is
  --tenant UUID   another tenant; for system administrators
`,
  run(args, here) {
    const { values, positionals } = parse(args, { ...place, out: text, search: text });
    if (positionals.length > 0) throw new UsageError('contacts export writes to --out FILE');
    return exportContacts(openSession(values, here), { out: values.out, search: values.search });
  },
};

function pairs(option: string, texts: string[] = []): Record<string, string> {
  return Object.fromEntries(
    texts.map((each) => {
      const at = each.indexOf('=');
      if (at < 1) throw new UsageError(`--${option} is written NAME=TEXT, not "${each}"`);
      return [each.slice(0, at), each.slice(at + 1)];
    }),
  );
}
