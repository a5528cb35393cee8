import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Locked = { version?: string; license?: string; dev?: boolean; link?: boolean };

/** Returns the list of all packages of others that an installation may hold, with version and licence. */
export function noticesOf(root: string): string {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const lines = Object.entries(packages)
    .filter(([folder, { dev, link }]) => folder.includes('node_modules/') && !dev && !link)
    .map(([folder, { version = '', license = 'see the package' }]) => {
      const name = folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `${name} ${version}: ${license}`;
    });
  return `Atrium is licensed under Apache-2.0 (LICENSE). It is run with these packages of others, each under
its own licence, whose text lies in the package. Made by npm run gen from package-lock.json.

${[...new Set(lines)].sort().join('\n')}
`;
}
