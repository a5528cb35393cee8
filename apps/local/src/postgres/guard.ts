import { spawn } from 'node:child_process';

// Reads until its input ends, which it does when whoever holds the other end is gone. Then the
// server ends: fast shutdown first, and after 20 s the immediate one.
const script = `
read -r _
kill -INT "$1" 2>/dev/null || exit 0
i=0
while kill -0 "$1" 2>/dev/null; do
  i=$((i + 1))
  [ "$i" -eq 200 ] && kill -QUIT "$1"
  [ "$i" -ge 260 ] && exit 0
  sleep 0.1
done`;

/**
 * Sees to it that a server does not outlive this process, however that ends: a small shell waits
 * for it and then stops the server. Returns the function that sends the shell away. Windows has no
 * such shell; there the next start stops a server that was left behind.
 */
export function guardServer(pid: number): () => void {
  if (process.platform === 'win32') return () => undefined;
  const guard = spawn('/bin/sh', ['-c', script, 'atrium-guard', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    detached: true,
  });
  guard.on('error', () => undefined);
  guard.stdin.on('error', () => undefined);
  guard.unref();
  (guard.stdin as unknown as { unref(): void }).unref();
  return () => void guard.kill('SIGKILL');
}
