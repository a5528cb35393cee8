import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMetrics } from '@atrium/analytics/metrics.ts';
import { freePort } from '@atrium/local/ports.ts';
import { world } from '@atrium/platform/test-support/world.ts';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const root = join(import.meta.dirname, '..');
const deploy = join(root, 'deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

type Service = {
  image?: string;
  build?: { target: string; args: Record<string, string> };
  user?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  privileged?: boolean;
  security_opt?: string[];
  mem_limit?: string;
  cpus?: number;
  pids_limit?: number;
  ports?: string[];
  networks?: string[] | Record<string, unknown>;
  deploy?: { replicas?: number };
};
const text = read('compose.yaml');
const compose = parse(text, { merge: true });
const services: Record<string, Service> = compose.services;
const networksOf = ({ networks = [] }: Service = {}) =>
  Array.isArray(networks) ? networks : Object.keys(networks);
/** An image that the installer must name, which says what it wants; a digest is never invented. */
const wanted = /^\$\{[A-Z]+_IMAGE:\?[\w./-]+:v?\d+(\.\d+)+[\w.-]*@sha256:…\}$/;

describe('the containers', () => {
  test.each(Object.entries(services))('%s is checked, limited and may do little', (_, service) => {
    if (service.restart !== 'no') expect(service.healthcheck?.test.length).toBeGreaterThan(1);
    expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined);
    expect(service.read_only).toBe(true);
    expect([service.cap_drop, service.cap_add, service.privileged]).toEqual([
      ['ALL'],
      undefined,
      undefined,
    ]);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    const images = service.image ? [service.image] : Object.values(service.build?.args ?? {});
    for (const image of images.filter((each) => !each.includes('COMMIT')))
      expect(image).toMatch(wanted);
    expect(images).not.toEqual([]);
  });

  test('an image is built for each service, and runs as a user who is not root', () => {
    const dockerfile = read('Dockerfile');
    expect([...dockerfile.matchAll(/^FROM \S+ AS (\w+)/gm)].map(([, name]) => name)).toEqual(
      expect.arrayContaining(['platform', 'analytics']),
    );
    expect(dockerfile).toMatch(/^USER 10001$/m);
    expect(dockerfile).not.toMatch(/sha256:[0-9a-f]{8}/);
    expect(text).not.toMatch(/sha256:[0-9a-f]{8}/);
  });

  test('the platform connects by a login of its own, which is no superuser', () => {
    const { environment: database } = services.postgres ?? {};
    const url = new URL(
      String(services.platform?.environment?.DATABASE_URL).replace(/\$\{[^}]+\}/g, 'x'),
    );
    expect(url.username).not.toBe(database?.POSTGRES_USER ?? 'postgres');
    const script = read('postgres/create-login.sh');
    expect(script).toContain(`create role ${url.username} login createrole password`);
    expect(script.replace(/^#.*$/gm, '')).not.toMatch(/superuser/i);
  });

  test('only the proxy is published, and no proxy shows what is for the inside', () => {
    const published = Object.entries(services).filter(([, { ports }]) => ports?.length);
    expect(published.map(([name]) => name)).toEqual(['proxy']);
    for (const conf of ['nginx/compose.conf', 'nginx/atrium.conf']) {
      expect(read(conf)).toMatch(/location = \/metrics \{ (return 404|deny all); \}/);
      expect(read(conf)).toContain('location ^~ /internal/ { return 404; }');
    }
    expect(read('caddy/Caddyfile')).toContain(
      '@hidden path /metrics /metrics/* /internal /internal/*',
    );
    expect(read('caddy/Caddyfile')).toContain('ask http://platform:8080/internal/tls/ask');
    expect(compose.networks.inside.internal).toBe(true);
    for (const name of ['postgres', 'clickhouse', 'store', 'analytics', 'migrate'])
      expect(networksOf(services[name])).toEqual(['inside']);
  });

  test('nginx takes its file with TLS and HTTP/2', async ({ skip }) => {
    const folder = mkdtempSync(join(tmpdir(), 'atrium-nginx-'));
    const pair = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')];
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=atrium.example'];
    const made = spawnSync('openssl', [...make, ...pair]);
    if (made.error) return skip('openssl is not installed');
    expect(made.status, String(made.stderr)).toBe(0);
    const server = read('nginx/atrium.conf')
      .replace(/platform-\d:8080/g, '127.0.0.1:8080')
      .replace('listen 443', `listen 127.0.0.1:${await freePort('127.0.0.1')}`)
      .replaceAll('/etc/nginx/tls', folder);
    const file = join(folder, 'nginx.conf');
    const places = `pid ${folder}/pid; error_log ${folder}/log;`;
    writeFileSync(file, `${places} events {} http { access_log ${folder}/access; ${server} }`);
    const { error, status, stderr } = spawnSync('nginx', ['-t', '-p', folder, '-c', file], {
      encoding: 'utf8',
    });
    if (error) return skip('nginx is not installed');
    expect([status, stderr]).toEqual([0, expect.stringContaining('test is successful')]);
  });

  test('replicas do not migrate, and analytics is one process', () => {
    expect(services.platform?.environment?.MIGRATE).toBe('wait');
    expect(services.analytics?.deploy?.replicas).toBeUndefined();
    expect(services.migrate?.restart).toBe('no');
  });
});

test('.env.example names what compose asks for, and every setting in it is explained', () => {
  const given = [...read('.env.example').matchAll(/^([A-Z_0-9]+)=/gm)].map(([, name]) => name);
  const asked = new Set([...text.matchAll(/\$\{([A-Z_0-9]+)/g)].map(([, name]) => name));
  asked.delete('COMMIT');
  expect(new Set(given)).toEqual(asked);
  const settings = readFileSync(join(root, 'docs/SETTINGS.md'), 'utf8');
  const ofCompose = /_IMAGE$|_HOST$|^(POSTGRES|ATRIUM_DATABASE|CLICKHOUSE)_PASSWORD$/;
  for (const name of given.filter((each) => !ofCompose.test(each ?? '')))
    expect(settings, name).toContain(`\`${name}\``);
  // What compose hands the services is a setting, too.
  const names = ['platform', 'analytics'].flatMap((each) =>
    Object.keys(services[each]?.environment ?? {}),
  );
  for (const name of names) expect(settings, name).toContain(`\`${name}\``);
});

type Pod = {
  securityContext: { runAsNonRoot: boolean };
  containers: {
    resources: { requests: Record<string, string>; limits: Record<string, string> };
    securityContext: Record<string, unknown>;
    startupProbe?: object;
  }[];
};
type Manifest = {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string };
  spec: { replicas?: number; template?: { spec: Pod } };
};
type Model = new (manifest: Manifest) => { validate: () => void };

/** Holds a manifest against the schemas of Kubernetes and of Prometheus' operator. Throws where it says what they do not know. */
async function validate(manifest: Manifest): Promise<void> {
  const { apiVersion, kind } = manifest;
  const models = apiVersion.startsWith('monitoring.coreos.com/')
    ? '@kubernetes-models/prometheus-operator'
    : 'kubernetes-models';
  const { [kind]: Model }: Record<string, Model> = await import(`${models}/${apiVersion}/${kind}`);
  if (!Model) throw new Error(`There is no ${apiVersion} ${kind}`);
  new Model(manifest).validate();
}

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;

describe('the manifests', () => {
  test.for(['base', 'overlays/one-node', 'overlays/several'])(
    '%s is rendered, and Kubernetes takes it',
    async (folder, { skip }: { skip: (why: string) => void }) => {
      if (!hasKubectl) return skip('kubectl is not installed');
      const { stdout, stderr, status } = spawnSync(
        'kubectl',
        ['kustomize', join(deploy, 'kubernetes', folder)],
        { encoding: 'utf8' },
      );
      expect([status, stderr]).toEqual([0, '']);
      const manifests = parseAllDocuments(stdout).map((each) => each.toJS() as Manifest);
      for (const each of manifests) await validate(each);
      const kinds = manifests.map(({ kind }) => kind);
      expect(kinds).toEqual(
        expect.arrayContaining(['Deployment', 'StatefulSet', 'Job', 'NetworkPolicy']),
      );
      if (folder.endsWith('several'))
        expect(kinds).toEqual(
          expect.arrayContaining([
            'PodDisruptionBudget',
            'HorizontalPodAutoscaler',
            'ServiceMonitor',
          ]),
        );
      for (const { kind, metadata, spec } of manifests) {
        expect(metadata.namespace).toBe('atrium');
        const pod = spec?.template?.spec;
        if (!pod) continue;
        expect(pod.securityContext.runAsNonRoot).toBe(true);
        for (const { resources, securityContext, startupProbe } of pod.containers) {
          expect(Object.keys(resources.limits)).toEqual(Object.keys(resources.requests));
          expect(securityContext).toEqual({
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          });
          if (kind !== 'Job') expect(startupProbe).toBeDefined();
        }
        if (kind === 'StatefulSet') expect(spec.replicas).toBe(1);
      }
    },
  );
});

test('a manifest that says what Kubernetes does not know is refused', async () => {
  const job = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'a' } };
  const wrong = { ...job, spec: { template: {}, backoffLimit: 'many' } } as unknown as Manifest;
  await expect(validate(wrong)).rejects.toThrow(/backoffLimit/);
});

type Board = { uid: string; panels: { title: string; targets: { expr: string }[] }[] };
const boards = readdirSync(join(deploy, 'grafana')).map(
  (name) => JSON.parse(read(`grafana/${name}`)) as Board,
);
const functions = /^(sum|max|by|rate|increase|topk|histogram_quantile|le|job|up|instance)$/;

/** Returns the metrics that a query asks for. */
const metricsIn = (expr: string) =>
  [...expr.replace(/\{[^}]*\}|\bby \([^)]*\)|\[\w+\]/g, '').matchAll(/[a-z_]{2,}\w*/g)]
    .map(([name]) => name)
    .filter((name) => !functions.test(name));

test('the boards ask for figures that the services have, and every alert names one of them', async () => {
  const w = await world();
  const { registry, watch } = createMetrics();
  watch({ events: 0 } as Parameters<typeof watch>[0]);
  const told = `${(await w.anonymous.get('/metrics')).body}${await registry.metrics()}`;
  // The relay's figures are there once it runs, which a started platform does.
  const relay = ['outbox_lag_seconds', 'outbox_delivered_total', 'outbox_refused_total'];
  const known = new Set([
    ...[...told.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
    ...relay,
  ]);
  const asked = boards.flatMap(({ panels }) =>
    panels.flatMap(({ targets }) => targets.flatMap(({ expr }) => metricsIn(expr))),
  );
  const missing = asked.filter((name) => !known.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect([boards.length, [...new Set(missing)]]).toEqual([4, []]);
  const uids = boards.map(({ uid }) => uid);
  const groups: { rules: { alert: string; annotations: { dashboard: string } }[] }[] = parse(
    read('prometheus/alerts.yaml'),
  ).groups;
  for (const { alert, annotations } of groups.flatMap(({ rules }) => rules))
    expect(uids, alert).toContain(annotations.dashboard);
});
