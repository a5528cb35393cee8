import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { operationsOf } from '../openapi/document.ts';
import { readDocument } from '../openapi/read-document.ts';
import { makeCollection } from './make-collection.ts';

const folder = join(import.meta.dirname, '../../docs/bruno');

test('the collection for Bruno has each operation of the document; else run npm run gen', async () => {
  const document = await readDocument();
  const made = makeCollection(document);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) =>
    join(parentPath, name)
      .slice(folder.length + 1)
      .replaceAll('\\', '/'),
  );
  expect(paths.sort()).toEqual([...made.keys()].sort());
  for (const [path, text] of made)
    expect(await readFile(join(folder, path), 'utf8'), path).toBe(text);
  expect(paths.filter((path) => path.includes('/')).length - 1).toBe(operationsOf(document).length);
});
