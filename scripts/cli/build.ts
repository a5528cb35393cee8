import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { catalogueOf } from '../../packages/cli/src/operations/catalogue.ts';
import { readDocument } from '../openapi/read-document.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'packages/cli');

/**
 * Makes the package in a folder (`packages/cli` unless another is named): the command line as one file for
 * Node 20 and newer, with the operations of the committed document. `npm pack FOLDER` then makes the tarball,
 * which needs nothing else.
 */
export async function buildCli(target = folder): Promise<void> {
  const dist = join(target, 'dist');
  await rm(dist, { recursive: true, force: true });
  await mkdir(dist, { recursive: true });
  if (target !== folder) await copyFile(join(folder, 'package.json'), join(target, 'package.json'));
  const catalogue = catalogueOf((await readDocument()) as never);
  const bundle = await rolldown({
    input: join(folder, 'src/main.ts'),
    platform: 'node',
    plugins: [
      {
        name: 'catalogue',
        load: (id) =>
          id.endsWith('operations/read-catalogue.ts')
            ? `const made = ${JSON.stringify(JSON.stringify(catalogue))};\nexport const readCatalogue = () => JSON.parse(made);`
            : null,
      },
    ],
  });
  const { output } = await bundle.write({
    file: join(dist, 'atrium.js'),
    format: 'esm',
    codeSplitting: false,
    minify: 'dce-only',
  });
  await bundle.close();
  const modules = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  await writeFile(join(dist, 'THIRD-PARTY-NOTICES'), await noticesOf(modules));
}

/** Returns the licences of the packages whose modules are in the bundle. */
async function noticesOf(modules: readonly string[]): Promise<string> {
  const folders = new Set(
    modules.flatMap((id) => id.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/)?.[0] ?? []),
  );
  const notices: string[] = [];
  for (const each of [...folders].sort()) {
    const names = (await readdir(each)).filter((name) => /^licen[cs]e/i.test(name));
    const texts = await Promise.all(names.map((name) => readFile(join(each, name), 'utf8')));
    notices.push(`${each.split('node_modules/').at(-1)}\n\n${texts.join('\n')}`);
  }
  return `${notices.join('\n\n----\n\n')}\n`;
}

if (import.meta.main) await buildCli(resolve(process.argv[2] ?? folder));
