import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { type Command, parse, place, text, UsageError } from '../command.ts';
import { openSession } from '../session.ts';
import { writeWhole } from '../write-whole.ts';

const methods = ['GET', 'POST', 'PUT', 'DELETE'];

/** Any operation of the API, signed in. */
export const api: Command = {
  name: 'api',
  parameters: 'METHOD PATH [--data JSON] [options]',
  summary: 'calls an operation of the API and prints its answer',
  help: `  --data JSON     the body; @FILE takes it from a file
  --out FILE      where the answer goes; the file appears under its name when it is whole
  --url URL       where Atrium is
  --tenant UUID   another tenant; for system administrators

METHOD is GET, POST, PUT or DELETE, PATH begins with /api/ and may have a query:
  npx atrium api GET '/api/contacts?size=5'
The exit code is 1 when the API refuses, with its reason.
`,
  async run(args, here) {
    const { values, positionals } = parse(args, { ...place, data: text, out: text });
    const [method = '', path = '', ...more] = positionals;
    if (!methods.includes(method.toUpperCase()))
      throw new UsageError(`api takes a method: ${methods.join(', ')}`);
    if (!path.startsWith('/api/') || more.length > 0)
      throw new UsageError('api takes one path, which begins with /api/');
    const body = bodyOf(values.data);
    const response = await openSession(values, here).ask(path, () => ({
      method: method.toUpperCase(),
      ...(body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }),
    }));
    if (response.body) await writeWhole(values.out, Readable.fromWeb(response.body as never));
    if (!values.out && process.stdout.isTTY) process.stdout.write('\n');
    return 0;
  },
};

/** Returns the body that was given, checked to be JSON. Throws UsageError. */
function bodyOf(data: string | undefined): string | undefined {
  if (data === undefined) return undefined;
  const body = data.startsWith('@') ? readFileSync(data.slice(1), 'utf8') : data;
  try {
    JSON.parse(body);
    return body;
  } catch (error) {
    throw new UsageError(`--data is not JSON: ${(error as Error).message}`);
  }
}
