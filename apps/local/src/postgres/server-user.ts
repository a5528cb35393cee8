import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { StartError } from '../start-error.ts';

/** Whom the server runs as. Without a uid: as ourselves. */
export type ServerUser = { uid?: number; gid?: number };

/**
 * PostgreSQL refuses to run as root, so root's server runs as the owner of the cluster if there
 * is one already, else as the system user `postgres`, made if missing, else as `nobody`.
 */
export function chooseServerUser(existingCluster: string | undefined): ServerUser {
  if (process.getuid?.() !== 0) return {};
  if (existingCluster !== undefined) {
    const { uid, gid } = statSync(existingCluster);
    if (uid !== 0) return { uid, gid };
  }
  const user = findUser('postgres') ?? createUser('postgres') ?? findUser('nobody');
  if (user) return user;
  throw new StartError(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor a way to make ' +
      'one. Start as an ordinary user, or use a server of your own: set DATABASE_URL.',
  );
}

/** Returns the options with which spawn runs PostgreSQL's programs as this user, without our environment. */
export function asUser(user: ServerUser) {
  if (process.platform === 'win32') return { windowsHide: true };
  return { ...user, cwd: '/', env: { LC_ALL: 'C', PATH: '/usr/bin:/bin', TZ: 'UTC' } };
}

function findUser(name: string): Required<ServerUser> | undefined {
  const uid = run('id', ['-u', name]);
  const gid = run('id', ['-g', name]);
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
}

// useradd of most Linux systems, adduser of BusyBox (Alpine).
function createUser(name: string): Required<ServerUser> | undefined {
  run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name]);
  if (!findUser(name)) run('adduser', ['-S', '-D', '-H', '-s', '/bin/false', name]);
  return findUser(name);
}

function run(command: string, parameters: string[]): string | undefined {
  try {
    return execFileSync(command, parameters, {
      stdio: ['ignore', 'pipe', 'ignore'],
      encoding: 'utf8',
    }).trim();
  } catch {
    return undefined;
  }
}
