import table from 'virtual:operations';
import { useLocation } from '@tanstack/react-router';
import { type ApiDocument, useApiDocument } from '../developers/api-document.ts';
import { useWords } from '../i18n/words.ts';
import { type PathName, patterns } from '../paths.ts';
import { presentTenant } from '../tenant.ts';
import { CopyLine } from '../ui/copy-line.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Lines, Read } from '../ui/states.tsx';
import { screens } from './screens.ts';
import classes from './shell.module.css';

/** How a program calls the operation behind this screen: with curl, in TypeScript, from the command line. */
export default function CallSheet({ close }: { close: () => void }) {
  const t = useWords('common');
  const { pathname } = useLocation();
  const id = operationAt(pathname);
  const document = useApiDocument();
  return (
    <Dialog title={t('call.title')} isOpen close={close} size="lg">
      <Read of={document} skeleton={<Lines count={4} height={32} />}>
        {(read) => <Ways id={id} document={read} />}
      </Read>
    </Dialog>
  );
}

function Ways({ id, document }: { id: string; document: ApiDocument }) {
  const t = useWords('common');
  const [method = 'GET', path = ''] = table[id] ?? [];
  const operation = document.paths[path]?.[method.toLowerCase()];
  const example = Object.values(operation?.requestBody?.content ?? {})[0]?.example;
  const body = operation?.requestBody ? JSON.stringify(example ?? {}) : undefined;
  return (
    <div className={classes.ways}>
      <p>
        {operation?.summary}{' '}
        <a href={`/docs#${id}`} target="_blank" rel="noopener">
          {t('call.reference')}
        </a>
      </p>
      <CopyLine label="curl" value={curlOf(method, path, body)} />
      <CopyLine label="TypeScript" value={clientOf(operation?.tags[0] ?? '', id, path, body)} />
      <CopyLine label={t('call.cli')} value={cliOf(method, path, body)} />
      <p className={classes.wayText}>{t('call.text')}</p>
    </div>
  );
}

/** Returns the operation behind the screen of an address; of the first page, that of who is signed in. */
export function operationAt(pathname: string): string {
  const names = Object.keys(patterns) as PathName[];
  const fits = (name: PathName) =>
    new RegExp(`^${patterns[name].replace(/\$\w+/g, '[^/]+')}$`).test(pathname);
  const plain = names.filter((name) => !patterns[name].includes('$'));
  const name = plain.find(fits) ?? names.find(fits);
  return (name && screens[name]?.needs) ?? 'getMe';
}

/** A text within single quotes of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curlOf(method: string, path: string, body: string | undefined): string {
  const parts = [
    `curl -X ${method} ${quoted(location.origin + path)}`,
    '-H "Authorization: Bearer $ATRIUM_TOKEN"',
    `-H 'x-tenant-uuid: ${presentTenant()}'`,
    ...(body === undefined ? [] : ["-H 'content-type: application/json'", `-d ${quoted(body)}`]),
  ];
  return parts.join(' ');
}

function clientOf(tag: string, id: string, path: string, body: string | undefined): string {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const parts = [...names, ...(body === undefined ? [] : [`body: ${body}`])];
  const input = parts.length === 0 ? '' : `{ ${parts.join(', ')} }`;
  return `await atrium.${areaOf(tag)}.${id}(${input})`;
}

/** Returns the name of a tag in camel case, as the client has its areas. */
const areaOf = (tag: string) =>
  tag
    .split(/[^A-Za-z0-9]+/)
    .map((word, at) =>
      at === 0 ? word.toLowerCase() : word.slice(0, 1).toUpperCase() + word.slice(1).toLowerCase(),
    )
    .join('');

const cliOf = (method: string, path: string, body: string | undefined) =>
  `npx atrium api ${method} ${quoted(path)}${body === undefined ? '' : ` --data ${quoted(body)}`}`;
