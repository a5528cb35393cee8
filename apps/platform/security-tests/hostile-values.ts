import fc from 'fast-check';

/** Text that has broken something somewhere. */
export const hostileTexts = [
  '',
  ' ',
  '\t\n',
  '\u0000',
  'a\u0000b',
  '\ud800',
  'a\udc00b',
  '\u202Etxt.exe',
  '\uFEFFstart',
  '\u2028',
  'e\u0301'.repeat(40),
  '👩‍👩‍👧‍👦'.repeat(30),
  'İıßﬀ',
  '٣٤',
  'a'.repeat(256),
  'x'.repeat(10_001),
  'ä'.repeat(70_000),
  "'; drop table tenants; --",
  '%',
  '_%\\',
  '%00%zz',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  `$\{7*7}{{7*7}}`,
  '=1+1',
  '+1e400',
  'NaN',
  'Infinity',
  '-0',
  '1e9999',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  '{00000000-0000-4000-8000-000000000001}',
  '0000-00-00',
  '2026-02-30',
  '9999-12-31',
  '+010000-01-01',
  '-271821-04-20',
  '2026-03-01T24:00:00',
  '2026-03-08T02:30:00',
  '2035-03-01T10:00:00+99:00',
  '1970-01-01T00:00:00Z',
  '294277-01-01T00:00:00Z',
  'America/../Santiago',
  'a@b',
  'a@b.c\nBcc: x@y.z',
  'xn--a',
  'null',
  '__proto__',
  'constructor',
  'toString',
];

const hostileNumbers = [
  0,
  -0,
  -1,
  0.1,
  1.5,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  2 ** 63,
  1e21,
  5e-324,
  1.7976931348623157e308,
];

/** Stands for a number beyond all numbers: replaced in the text of a body, since JSON.stringify cannot write it. */
export const beyondNumbers = '@@1e999@@';

const proto = JSON.parse('{"__proto__":{"isAdmin":true}}');
const deep = (levels: number) => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

/** Any of what a field may not expect. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers, beyondNumbers) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], [{}], proto),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<unknown>(
      deep(33),
      deep(500),
      { constructor: { prototype: { isAdmin: true } } },
      Array.from({ length: 1_001 }, () => 'a'),
      Array.from({ length: 5_000 }, () => ({})),
      Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`k${at}`, at])),
    ),
  },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);
