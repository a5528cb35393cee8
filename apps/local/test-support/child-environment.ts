/**
 * Returns the environment that programs get which a test starts: nothing of this process's but where
 * the run keeps its files and what Node has compiled before, so that each start need not do it anew.
 */
export function childEnvironment(): Record<string, string> {
  const { TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return {
    PATH: '/usr/bin:/bin',
    ...(TMPDIR ? { TMPDIR } : {}),
    ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
  };
}
