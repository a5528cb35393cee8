import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Table, tableOf } from '../../packages/client/src/table.ts';
import { readDocument } from '../openapi/read-document.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'packages/client');

/**
 * Makes the package in a folder (`packages/client` unless another is named): the runtime with the operations,
 * errors and types of the committed document, as JavaScript and declarations. `npm pack FOLDER` then makes
 * the tarball.
 */
export async function buildClient(target = folder): Promise<void> {
  const made = join(target, 'made');
  const dist = join(target, 'dist');
  await Promise.all([made, dist].map((each) => rm(each, { recursive: true, force: true })));
  await mkdir(made, { recursive: true });
  if (target !== folder) await copyFile(join(folder, 'package.json'), join(target, 'package.json'));
  const document = await readDocument();
  const table = tableOf(document as never);
  const sources = (await readdir(join(folder, 'src'))).filter((name) => !name.endsWith('.test.ts'));
  for (const name of sources) {
    const text = await readFile(join(folder, 'src', name), 'utf8');
    await writeFile(
      join(made, name),
      text.replace('@atrium/api-client/schema.d.ts', './schema.ts'),
    );
  }
  const codes = (document.components.schemas.Problem?.properties?.code?.enum ?? []) as string[];
  const types = await readFile(join(root, 'packages/api-client/src/schema.d.ts'), 'utf8');
  await writeFile(join(made, 'schema.ts'), withoutExamples(types));
  await writeFile(join(made, 'operations.ts'), operationsFile(table));
  await writeFile(join(made, 'codes.ts'), codesFile(codes));
  await writeFile(join(made, 'index.ts'), indexFile(table));
  await writeFile(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', made], {
    stdio: 'inherit',
  });
  await rm(made, { recursive: true });
}

const compilerOptions = {
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'nodenext',
  types: [],
  strict: true,
  declaration: true,
  rewriteRelativeImportExtensions: true,
  rootDir: '.',
  outDir: '../dist',
  skipLibCheck: true,
};

/** Returns the declarations without the examples, which make up most of their size. */
function withoutExamples(types: string): string {
  return types
    .replace(/\/\*\*[\s\S]*?\*\//g, (comment) => comment.replace(/@example[\s\S]*(?=\*\/$)/, ''))
    .replace(/^\s*\*\s*\n/gm, '')
    .replace(/^ +/gm, '');
}

const operationsFile = (table: Table): string =>
  `import type { Table } from './table.ts';\n\nexport const table: Table = ${JSON.stringify(table)};\n`;

/** Returns the module of the errors' classes, one for each code. */
function codesFile(codes: readonly string[]): string {
  const classes = codes.map(
    (code) =>
      `/** ${code}, see /docs/errors#${code} of the installation. */\nexport class ${classOf(code)} extends AtriumError {\n  override name = '${classOf(code)}';\n}`,
  );
  const known = codes.map((code) => `  ${code}: ${classOf(code)},`);
  return `import { AtriumError, type ErrorClasses } from './errors.ts';

${classes.join('\n')}

export const errorClasses: ErrorClasses = {
${known.join('\n')}
};
`;
}

/** Returns the name of a code's class: `NOT_FOUND` is thrown as `NotFoundError`. */
const classOf = (code: string): string =>
  `${code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())}Error`;

/** Returns the module that programs import, with the type of each operation. */
function indexFile(table: Table): string {
  const areas = Object.entries(table).map(([area, rows]) => {
    const functions = Object.entries(rows).map(
      ([id, { cursor }]) => `    ${id}: ${cursor ? 'List' : 'Call'}<'${id}'>;`,
    );
    return `  ${area}: {\n${functions.join('\n')}\n  };`;
  });
  return `import { clientOf } from './atrium.ts';
import { errorClasses } from './codes.ts';
import type { ClientOptions } from './connection.ts';
import { table } from './operations.ts';
import type { Call, List, WebhookMessage } from './typing.ts';
import { verifyWebhook as verify } from './verify-webhook.ts';

export type { Auth, Tokens } from './authentication.ts';
export type { CallOptions } from './calls.ts';
export * from './codes.ts';
export type { ClientOptions } from './connection.ts';
export { AtriumError, ConnectionError, type FieldError, WebhookVerificationError } from './errors.ts';
export type { components, operations } from './schema.ts';
export type { Answer, Input, WebhookMessage } from './typing.ts';

/** The operations of Atrium by area. */
export interface Atrium {
${areas.join('\n')}
}

/** A client of one installation, signed in as one person or machine. */
export const Atrium = clientOf(table, errorClasses) as unknown as new (options: ClientOptions) => Atrium;

/** Returns the message of a webhook once its signature is verified; throws WebhookVerificationError. */
export const verifyWebhook = verify as (
  ...given: Parameters<typeof verify>
) => Promise<WebhookMessage>;
`;
}

if (import.meta.main) await buildClient(resolve(process.argv[2] ?? folder));
