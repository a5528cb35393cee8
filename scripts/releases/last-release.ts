import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keptReleases, migrationsOf, migrationsOfToday, root } from './kept.ts';

/**
 * Lays the last kept release out in an empty folder, as it is at its tag or, in a clone without tags, at the commit
 * that kept it, with the packages that are installed here. Returns its name, or why there is nothing to be tried:
 * this clone has no history, or the schema is still its own.
 */
export function layOutLastRelease(to: string): { release: string } | { skipped: string } {
  const release = keptReleases().at(-1);
  if (!release) return { skipped: 'no release is kept' };
  const commit = commitOf(release);
  if (!commit) return { skipped: `the commit of ${release} is not in this clone` };
  const kept = migrationsOf(release);
  if (migrationsOfToday().length === kept.length)
    return { skipped: `the schema is still that of ${release}` };
  const archive = execFileSync('git', ['archive', '--format=tar', commit], {
    cwd: root,
    maxBuffer: 2 ** 30,
  });
  execFileSync('tar', ['-x', '-C', to], { input: archive });
  linkPackages(to);
  return { release };
}

/** Returns the commit of a release; undefined in a clone that was cut off from its history. */
function commitOf(release: string): string | undefined {
  const git = (...args: string[]) =>
    // Without git there is no output.
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
  const tagged = git('rev-parse', '--quiet', '--verify', `refs/tags/${release}^{commit}`);
  if (tagged || git('rev-parse', '--is-shallow-repository') === 'true') return tagged || undefined;
  const added = ['--diff-filter=A', '--', `releases/${release}`];
  return git('log', '-1', '--format=%H', ...added) || undefined;
}

/** Links the installed packages into a folder, where the workspaces are the folder's own. */
function linkPackages(to: string): void {
  const installed = join(root, 'node_modules');
  for (const name of readdirSync(installed)) {
    if (name !== '@atrium') link(join(installed, name), join(to, 'node_modules', name));
  }
  for (const group of ['apps', 'packages', 'tools']) {
    for (const name of readdirSync(join(to, group))) {
      const workspace = join(to, group, name);
      if (!existsSync(join(workspace, 'package.json'))) continue;
      link(workspace, join(to, 'node_modules/@atrium', name));
      const own = join(root, group, name, 'node_modules');
      if (existsSync(own)) link(own, join(workspace, 'node_modules'));
    }
  }
}

function link(target: string, at: string): void {
  mkdirSync(dirname(at), { recursive: true });
  symlinkSync(target, at);
}
