import { Enum } from '@atrium/kit/schema.ts';
import { type Static, Type } from 'typebox';

const languages = ['SPANISH', 'ENGLISH'] as const;
const separators = ['COMMA', 'SEMICOLON'] as const;

/** The ways in which a CSV export can be asked for, of a list with these columns. */
export const exportLook = <Name extends string>(columns: readonly Name[]) => ({
  columns: Type.Optional(
    Type.Array(Enum(columns), {
      minItems: 1,
      maxItems: 200,
      description: 'The columns, in their order; without it those that an import takes',
    }),
  ),
  language: Type.Optional(
    Enum(languages, {
      description:
        'Header and values in words, names instead of identifiers, dates as they are written there',
    }),
  ),
  separator: Type.Optional(
    Enum(separators, {
      description: 'Stands between cells; with it the file has a byte order mark',
    }),
  ),
});

export type Language = (typeof languages)[number];
export type Separator = (typeof separators)[number];
const Look = Type.Object({
  columns: Type.Optional(Type.Array(Type.String())),
  language: Type.Optional(Enum(languages)),
  separator: Type.Optional(Enum(separators)),
});
export type Look = Static<typeof Look>;
