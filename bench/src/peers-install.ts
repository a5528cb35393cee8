import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * A product to compare with: the exact version, the newest Node that its own documentation allows,
 * and the dependencies whose install scripts have to run.
 */
type Pinned = { name: string; version: string; node: string; build: string[] };

export type Installed = { folder: string; env: NodeJS.ProcessEnv };

/**
 * Installs a product and its Node into a folder of the temporary directory, once, far from the
 * project's own dependencies. Install scripts are off but for `build`, whose native code is
 * compiled against the headers that come with that Node when no built one can be downloaded.
 */
export async function install({ name, version, node, build }: Pinned): Promise<Installed> {
  const folder = join(tmpdir(), 'atrium-bench-peers', `${name}-${version}-node-${node}`);
  const runtime = `node-linux-${process.arch}`;
  const home = join(folder, 'node_modules', runtime);
  const env = {
    ...process.env,
    PATH: `${join(home, 'bin')}${delimiter}${process.env.PATH}`,
    npm_config_nodedir: home,
    NODE_ENV: 'production',
  };
  const installed = join(folder, 'installed');
  if (existsSync(installed)) return { folder, env };

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"name":"peer","private":true}\n');
  const add = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  await run('npm', [...add, `${runtime}@${node}`], folder, process.env);
  await run('npm', [...add, `${name}@${version}`], folder, env);
  if (build.length > 0) await run('npm', ['rebuild', ...build], folder, env);
  writeFileSync(installed, '');
  return { folder, env };
}

/** Runs a program to its end. Throws with the end of what it said when it fails. */
export async function run(
  command: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said = `${said}${text}`.slice(-4000);
    });
  const code = await new Promise<number | null>((ended, failed) => {
    child.on('close', ended);
    child.on('error', failed);
  });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}:\n${said}`);
}
