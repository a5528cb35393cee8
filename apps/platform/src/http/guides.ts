import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Server } from '@atrium/kit/server.ts';

const root = join(import.meta.dirname, '../../../..');
const folder = 'docs/guides';

/** A text for those who write programs, and the address that the platform answers it at. */
type Guide = { url: string; title: string; text: string };

/**
 * Serves the texts for those who write programs, as they are kept beside the code, and `/llms.txt`, which
 * lists them with the document for programs that read before they write.
 */
export async function guides(app: Server): Promise<void> {
  const all = await readGuides();
  const plain = { config: { public: true, rateLimit: false as const }, schema: { hide: true } };
  for (const { url, text } of all)
    app.get(url, plain, async (_request, reply) =>
      reply.type('text/markdown; charset=utf-8').serializer(String).send(text),
    );
  const list = listOf(all);
  app.get('/llms.txt', plain, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').serializer(String).send(list),
  );
}

function listOf(all: readonly Guide[]): string {
  return `# Atrium

> The platform that wealth managers run their firm on: people, households, meetings, calendars and analytics, by one HTTP API.

## API

- [OpenAPI document](/openapi.json): every operation with its schemas, examples, roles, scopes and webhooks
- [Reference](/docs): the same to browse and to try
- [Errors](/docs/errors): every problem code, what brings it about and what to do

## Guides

${all.map(({ url, title }) => `- [${title}](${url})`).join('\n')}
`;
}

/** Returns the description of the API, and the guides that this copy of the program has. */
async function readGuides(): Promise<Guide[]> {
  const names = await readdir(join(root, folder)).catch(() => []);
  const files = [
    'API.md',
    ...names
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`)
      .sort(),
  ];
  const texts = await Promise.all(
    files.map((file) => readFile(join(root, file), 'utf8').catch(() => undefined)),
  );
  return files.flatMap((file, at) => {
    const text = texts[at];
    if (text === undefined) return [];
    const title = /^# (.+)$/m.exec(text)?.[1] ?? file;
    return [{ url: `/docs/guides/${(file.split('/').at(-1) ?? '').toLowerCase()}`, title, text }];
  });
}
