import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const deploy = join(import.meta.dirname, '../deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

type Service = {
  image?: string;
  user?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  read_only?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  ports?: string[];
  networks?: string[];
};
const compose = parse(read('compose.yaml'), { merge: true });
const services: Record<string, Service> = compose.services;
const exact = /:\d+\.\d+(\.\d+)*([-@].*)?$/;

describe('the containers', () => {
  test.each(
    Object.entries(services),
  )('%s is checked, limited and may do little', (_name, service) => {
    expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined);
    expect(service.read_only).toBe(true);
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    if (service.image) expect(service.image).toMatch(exact);
  });

  test('the image of the services is built from an exact version, and runs as a user who is not root', () => {
    const dockerfile = read('Dockerfile');
    const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(exact);
    expect(dockerfile).toMatch(/^USER 10001$/m);
  });

  test('the platform connects by a login of its own, which is no superuser', () => {
    const { environment: database } = services.postgres ?? {};
    const url = new URL(
      String(services.platform?.environment?.DATABASE_URL).replace(/\$\{\w+\}/g, 'x'),
    );
    expect(url.username).not.toBe(database?.POSTGRES_USER ?? 'postgres');
    const script = read('postgres/create-login.sh');
    expect(script).toContain(`create role ${url.username} login createrole password`);
    expect(script.replace(/^#.*$/gm, '')).not.toMatch(/superuser/i);
  });

  test('only the proxy is published, and no proxy shows the figures', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports?.length);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    for (const conf of ['nginx/compose.conf', 'nginx/atrium.conf'])
      expect(read(conf)).toMatch(/location = \/metrics \{ (return 404|deny all); \}/);
    expect(compose.networks.inside.internal).toBe(true);
    for (const name of ['postgres', 'clickhouse', 'analytics'])
      expect(services[name]?.networks).toEqual(['inside']);
  });
});
