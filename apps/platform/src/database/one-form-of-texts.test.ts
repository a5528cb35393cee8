import { foldText, foldWithPlaces, isBlank, likeLiteral } from '@atrium/kit/texts/folding.ts';
import { plainEmail, plainIdentity, plainPhone } from '@atrium/kit/texts/plain-forms.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { world } from '../../test-support/world.ts';
import { isRut } from '../http/rut.ts';

// FUZZ_SECONDS=600 makes random texts a long run.
const seconds = Number(process.env.FUZZ_SECONDS ?? 0);
const run =
  seconds > 0 ? { numRuns: 1_000_000, interruptAfterTimeLimit: seconds * 1_000 } : { numRuns: 30 };
const limit = { timeout: seconds * 1_000 + 240_000 };

const w = await world();

/** Asks the database for the forms of texts. */
const ofDatabase = (texts: readonly string[]) =>
  w.db.asPlatform(
    (tx) => tx<
      {
        folded: string;
        literal: string;
        email: string;
        identity: string | null;
        phone: string | null;
      }[]
    >`
      select fold(text) as folded, fold_literal(text) as literal, plain_email(text) as email,
             plain_identity(text) as identity,
             plain_phone(jsonb_build_object('phoneCountryCode', '+56', 'phoneNumber', text)) as phone
        from unnest(${[...texts]}::text[]) with ordinality as t (text, place) order by place`,
  );

const ofKit = (text: string) => ({
  folded: foldText(text),
  literal: likeLiteral(foldText(text)),
  email: plainEmail(text),
  identity: plainIdentity(text) ?? null,
  phone: plainPhone({ phoneCountryCode: '+56', phoneNumber: text }) ?? null,
});

/** Compares the forms that the two make of texts, and names the signs of those that differ. */
async function compare(texts: readonly string[]): Promise<void> {
  const rows = await ofDatabase(texts);
  const differing = texts.flatMap((text, at) => {
    const [own, database] = [ofKit(text), { ...rows[at] }];
    const signs = [...text].map((sign) => sign.codePointAt(0)?.toString(16)).join(' ');
    return JSON.stringify(own) === JSON.stringify({ ...own, ...database })
      ? []
      : [{ signs, own, database }];
  });
  expect([differing.length, differing.slice(0, 20)]).toEqual([0, []]);
}

/** Returns the texts of which the database knows every sign; Node may be a version of Unicode ahead. */
async function knownToBoth(texts: readonly string[]): Promise<string[]> {
  const rows = await w.db.asPlatform(
    (tx) => tx<{ text: string }[]>`
      select text from unnest(${[...texts]}::text[]) text where unicode_assigned(text)`,
  );
  return rows.map((row) => row.text);
}

test.each([
  ['José', 'jose'],
  ['Jose\u0301', 'jose'],
  ['  ANA\u00a0 Mar\u00eda\u200b ', 'ana maria'],
  ['Андрей', 'андреи'],
  ['Андреи\u0306', 'андреи'],
  ['\u1106\u1175\u11ab\u110c\u116e\u11ab', '민준'],
  ['か\u3099く', 'がく'],
  ['ｶﾞｸ', 'ガク'],
  ['Ｊｏｓé％', 'jose%'],
  ['ΟΔΥΣΣΕΎΣ', 'οδυσσευσ'],
  ['Οδυσσεύς', 'οδυσσευσ'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['İSTANBUL', 'istanbul'],
  ['ısparta', 'isparta'],
  ['Łódź Ørsted Đặng Æbelø', 'lodz orsted dang aebelo'],
  ['مُحَمَّد ٢٠٢٦', 'محمد 2026'],
  ['O’Higgins', "o'higgins"],
  ['O´Higgins', "o'higgins"],
  ['Pérez–Soto', 'perez-soto'],
  ['कि १२', 'कि 12'],
  ['ŉ ﬁ ª ½', "'n fi a 1/2"],
  ['a\u2003\u3000\u0085b', 'a b'],
])('%s is compared as %s', async (text, folded) => {
  expect([foldText(text), foldWithPlaces(text).text.trim()]).toEqual([folded, folded]);
  await compare([text]);
});

test.each([
  ['12.345.678-5', '123456785'],
  ['012.345.678-5', '123456785'],
  ['00123456', '00123456'],
  ['aΒ 123456', 'Aβ123456'],
  ['٢٨٠٠١٠١', '2800101'],
  ['１２３－４', '1234'],
  ['—', undefined],
  ['\u200b', undefined],
])('the number %s is compared as %s', async (text, plain) => {
  expect(plainIdentity(text)).toBe(plain);
  await compare([text]);
});

test('a RUT is one to both in the same spellings', async () => {
  const valid = [
    '12.345.678-5',
    '123456785',
    '012.345.678–5',
    ' 12 345 678-5',
    '١٢٣٤٥٦٧٨-٥',
    '６.０００.０００-Ｋ',
  ];
  const other = [
    '12.345.678-K',
    '0.000.000-0',
    '12,345,678-5',
    '1-1',
    '',
    'x-5',
    '12.345.6785-',
    '٠٠',
  ];
  const rows = await w.db.asPlatform(
    (tx) => tx<{ isRut: boolean }[]>`
      select is_rut(text) from unnest(${[...valid, ...other]}::text[]) with ordinality as t (text, place)
       order by place`,
  );
  const expected = [...valid.map(() => true), ...other.map(() => false)];
  expect(rows.map((row) => row.isRut)).toEqual(expected);
  expect([...valid, ...other].map(isRut)).toEqual(expected);
});

test.each([
  ['Ana@MÜLLER.example', 'ana@xn--mller-kva.example'],
  ['jose\u0301@example.com', 'josé@example.com'],
  ['ΣΟΦΟΣ@παράδειγμα.example', 'σοφοσ@xn--hxajbheg2az3al.example'],
  ['İ@例え。テスト', 'i@xn--r8jz45g.xn--zckzah'],
  ['a@faß.example', 'a@xn--fa-hia.example'],
  ['a@münchen-ost.bücher.example', 'a@xn--mnchen-ost-9db.xn--bcher-kva.example'],
])('the address %s is compared as %s', async (text, plain) => {
  expect(plainEmail(text)).toBe(plain);
  await compare([text]);
});

test('a phone is compared by its digits with the country, without the zero that is dialled within it', async () => {
  const phone = (phoneNumber: string) => plainPhone({ phoneCountryCode: '+44', phoneNumber });
  expect([phone('020 7946 0958'), phone('2079460958'), phone('٢٠ 7946-0958'), phone('-')]).toEqual([
    '442079460958',
    '442079460958',
    '442079460958',
    undefined,
  ]);
  await compare(['09 1234 5678', '0', '00', '', '-', '٠٩١']);
});

test('database and program agree over every sign that both know', async () => {
  const signs: string[] = [];
  for (let code = 1; code < 0x20000; code++) {
    const sign = String.fromCodePoint(code);
    if (!uniform.test(sign)) signs.push(`${sign} a${sign}b`);
  }
  const known = await knownToBoth(signs);
  expect(known.length).toBeGreaterThan(25_000);
  await compare(known);
});

/** Matches what is unassigned or no text, and scripts of thousands of signs alike. */
const uniform =
  /[\p{Cn}\p{Cs}\p{Script=Han}\p{Script=Hangul}\p{Script=Tangut}\p{Script=Egyptian_Hieroglyphs}]/u;

const hard = fc.oneof(
  // Of ASCII and of Spanish, which the database folds without a call.
  fc.string({ unit: fc.constantFrom(...'aZñÑáÉüÜ9-.  \t'), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(...'aÁñ ́̈がか゛ﾞｶ가각각йЙΣςß\u200b\u00a0\u3000％_\\İıØ٢१'),
    maxLength: 12,
  }),
);
const text = hard.filter(
  (each) => !each.includes('\0') && !/\p{Cn}/u.test(each) && each.isWellFormed(),
);

test('database and program agree on any text', limit, async () => {
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(text, { minLength: 40, maxLength: 60 }), async (texts) => {
      const known = await knownToBoth(texts);
      compared += known.length;
      await compare(known);
    }),
    run,
  );
  if (seconds > 0) process.stdout.write(`${compared} texts compared\n`);
});

test(
  'what is folded stays as it is, whatever is canonically the same folds alike, and places tell where it stood',
  () => {
    let folds = 0;
    fc.assert(
      fc.property(text, (each) => {
        folds += 1;
        const folded = foldText(each);
        expect(foldText(folded)).toBe(folded);
        expect(foldText(each.normalize('NFD'))).toBe(folded);
        expect(foldText(` ${each}\u200b\u3000`)).toBe(folded);
        expect(isBlank(each)).toBe(isBlank(each.normalize('NFD')));
        const { text: placed, at } = foldWithPlaces(each);
        expect(placed.replace(/^ | $/g, '')).toBe(folded);
        expect(at.length).toBe(placed.length + 1);
        expect(at).toEqual([...at].sort((one, other) => one - other));
      }),
      seconds > 0 ? run : { numRuns: 2_000 },
    );
    if (seconds > 0) process.stdout.write(`${folds} texts folded\n`);
  },
  limit.timeout,
);
