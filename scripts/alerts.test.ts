import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'deploy/prometheus');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

type Rule = { alert: string; annotations: Record<string, string>; labels: Record<string, string> };
const rules: Rule[] = parse(read('deploy/prometheus/alerts.yaml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
);

describe('the alert rules', () => {
  test('are seventeen, and each says what is wrong, what to do and how urgent it is', () => {
    expect(rules.length).toBe(17);
    for (const { alert, annotations, labels } of rules) {
      expect(annotations.summary?.length, alert).toBeGreaterThan(20);
      expect(annotations.what_to_do?.length, alert).toBeGreaterThan(60);
      expect(['critical', 'warning'], alert).toContain(labels.severity);
    }
  });

  test('are explained in docs/alerts.md, which names no other', () => {
    const sections = [...read('docs/alerts.md').matchAll(/^### (\w+)\n(.+)$/gm)];
    expect(sections.map(([, name]) => name)).toEqual(rules.map(({ alert }) => alert));
    for (const [at, { alert, annotations }] of rules.entries()) {
      expect(annotations.runbook).toBe(`docs/alerts.md#${alert.toLowerCase()}`);
      expect(sections[at]?.[2], alert).toContain(annotations.what_to_do);
    }
  });

  test('ask for metrics that the services have', () => {
    const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: root, encoding: 'utf8' });
    const sources = files
      .trim()
      .split('\n')
      .filter((path) => !path.includes('.test.'))
      .map(read)
      .join('\n');
    const asked = new Set(
      read('deploy/prometheus/alerts.yaml').match(
        /\b(?:http|db|outbox|analytics|jobs|mails|calendar)_\w+|\bjobs(?=\{)/g,
      ),
    );
    expect(asked.size).toBeGreaterThan(10);
    for (const name of asked)
      if (name !== 'calendar_attempts')
        expect(sources).toContain(`'${name.replace(/_(bucket|count)$/, '')}'`);
  });

  test('pass promtool, and each fires in its test', ({ skip }) => {
    if (spawnSync('promtool', ['--version']).error)
      skip('There is no promtool here: apt-get install prometheus');
    const promtool = (...args: string[]) =>
      spawnSync('promtool', args, { cwd: folder, encoding: 'utf8' });
    const checked = promtool('check', 'config', 'prometheus.yaml');
    expect(checked.status, checked.stderr).toBe(0);
    const tested = promtool('test', 'rules', 'alerts.test.yaml');
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
    const titles: string[] = parse(read('deploy/prometheus/alerts.test.yaml')).tests.map(
      ({ name }: { name: string }) => name,
    );
    for (const { alert } of rules)
      expect(titles).toEqual(
        expect.arrayContaining([`${alert} fires`, `${alert} is silent in ordinary times`]),
      );
  });
});
