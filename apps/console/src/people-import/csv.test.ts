import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

test('No cell of refused rows runs as a formula in a spreadsheet, wherever it parts cells', async () => {
  const cells = ['=1+1', '＝1', '＠x', '\n=1', 'a;=1', 'a\t＋1', 'a;"-1', 'Ana, "x"', 'Soto; Paz'];
  const text = await writeCsv([cells]).text();
  expect(text).toBe(
    [
      "'=1+1",
      "'＝1",
      "'＠x",
      `"'\n'=1"`,
      `"a;'=1"`,
      `"a\t'＋1"`,
      `"a;'""-1"`,
      '"Ana, ""x"""',
      '"Soto; Paz"\r\n',
    ].join(','),
  );
});
