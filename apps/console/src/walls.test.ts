import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { problemCatalogue } from '@atrium/analytics/problems.ts';
import { eventTypes } from '@atrium/platform/event-types.ts';
import { defaultLists } from '@atrium/platform/platform-configs/default-lists.ts';
import { catalogue } from '@atrium/platform/problems.ts';
import { describe, expect, test } from 'vitest';
import { readOperations } from '../build/operation-table.ts';
import { contactFields, contactParts, householdFields, meetingFields } from './field-catalogue.ts';
import type { Words } from './i18n/keys.ts';
import { unused } from './unused-operations.ts';

/** Problems that only a program can cause: the console sends whole, well-formed requests. */
const unreachable = [
  'HEADERS_TOO_LARGE',
  'HEADER_MISSING',
  'MALFORMED_JSON',
  'MALFORMED_REQUEST',
  'METHOD_NOT_ALLOWED',
  'RSVP_LINK_INVALID',
  'SCIM_FILTER_INVALID',
  'SCIM_NO_TARGET',
  'SCIM_PATH_INVALID',
  'SCIM_SYNTAX_INVALID',
  'UNKNOWN_CHANNEL',
  'UNSUPPORTED_MEDIA_TYPE',
  'URI_TOO_LONG',
];
const unreachableOfFields = [
  'FORBIDDEN_PARTNER',
  'FORBIDDEN_TENANT',
  'INEXACT_NUMBER',
  'MALFORMED_JSON',
  'NOT_FOUND',
  'NOT_STORABLE',
  'NOT_WITH_PAGE',
  'ONE_OF',
  'TOO_DEEP',
  'UNKNOWN_ASSET',
  'UNKNOWN_CURSOR',
  'UNKNOWN_OPERATOR',
  'WRONG_OPERATOR',
];

const root = import.meta.dirname;
const sources = globSync('**/*.{ts,tsx}', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => [path, readFileSync(join(root, path), 'utf8')] as const);
const areas = globSync('i18n/es/*.json', { cwd: root }).map(
  (path) => /(\w+)\.json$/.exec(path)?.[1] ?? '',
);

/** Returns the words of an area in a language, by their whole keys. */
function wordsOf(language: string, area: string): Map<string, string> {
  const flat = new Map<string, string>();
  const walk = (value: object, before: string) => {
    for (const [key, each] of Object.entries(value)) {
      if (typeof each === 'string') flat.set(before + key, each);
      else walk(each, `${before}${key}.`);
    }
  };
  walk(fileOf(language, area), '');
  return flat;
}

/** Reads an area's file; the words of people's values are the platform's. */
function fileOf(language: string, area: string): Record<string, object> {
  const own = [`i18n/${language}/${area}.json`];
  const all = area === 'enums' ? [...own, `../../platform/src/words/${language}.json`] : own;
  return Object.assign(
    {},
    ...all.map((path) => JSON.parse(readFileSync(join(root, path), 'utf8'))),
  );
}

const singular = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '');
const argumentsOf = (text = '') =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

type Asked = { areas: string[]; key: string; isBeginning: boolean };

/** Returns what a source asks for: whole keys, and beginnings of keys that end in a value. */
function asked(text: string): Asked[] {
  const found: Asked[] = [];
  const ask = (areas: string[], key: string, isBeginning = false) =>
    void found.push({ areas, key, isBeginning });
  const named = new Map<string, string[]>();
  for (const [, name = '', area = ''] of text.matchAll(
    /const (\w+) = (?:useWords|wordsOf)\('(\w+)'\)/g,
  ))
    named.set(name, [...(named.get(name) ?? []), area]);
  for (const [name, own] of named) {
    const call = new RegExp(`\\b${name}\\(\\s*(?:'([^']+)'|\`([^$\`]*)(\\$?))`, 'g');
    for (const [, whole, beginning, isCut] of text.matchAll(call))
      ask(own, whole ?? beginning ?? '', isCut === '$');
    // A word that is chosen: t(isOne ? 'a' : 'b').
    const chosen = new RegExp(`\\b${name}\\(\\s*[^()'\`]*\\?\\s*'([^']+)'\\s*:\\s*'([^']+)'`, 'g');
    for (const [, ...keys] of text.matchAll(chosen)) for (const key of keys) ask(own, key);
  }
  for (const [, area = '', key = ''] of text.matchAll(/wordsOf\('(\w+)'\)\(\s*'([^']+)'/g))
    ask([area], key);
  for (const [, area = '', key = ''] of text.matchAll(/wordsOf\('(\w+)'\)\(\s*`([^$`]*)\$/g))
    ask([area], key, true);
  for (const [, area = '', key = ''] of text.matchAll(/act: '(\w+):([\w.]+)'/g)) ask([area], key);
  return found;
}

describe('The words of the console', () => {
  const all = sources.flatMap(([path, text]) => asked(text).map((each) => ({ ...each, path })));

  test.each(areas)('of %s are the same in Spanish and in English', (area) => {
    const [es, en] = [wordsOf('es', area), wordsOf('en', area)];
    expect([...en.keys()].sort()).toEqual([...es.keys()].sort());
    for (const [key, text] of es) expect(argumentsOf(en.get(key)), key).toEqual(argumentsOf(text));
    for (const [key, text] of [...es, ...en]) expect(text.trim(), key).not.toBe('');
  });

  test.each(areas)('of %s are all used', (area) => {
    const own = all.filter((each) => each.areas.includes(area));
    const isUsed = (key: string) =>
      own.some((each) =>
        each.isBeginning ? key.startsWith(each.key) : singular(key) === each.key,
      );
    expect([...wordsOf('es', area).keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  test('are there for every key that is asked for', () => {
    const isThere = (area: string, { key, isBeginning }: Asked) => {
      const keys = areas.includes(area) ? [...wordsOf('es', area).keys()] : [];
      return keys.some((each) =>
        isBeginning ? each.startsWith(key) : singular(each) === key || each === key,
      );
    };
    const missing = all.filter((each) => !each.areas.some((area) => isThere(area, each)));
    expect(missing.map(({ path, areas, key }) => `${path}: ${areas}:${key}`)).toEqual([]);
  });

  test('are asked for by keys that compile only if they are there', () => {
    const t: Words<'people'> = (key) => key;
    const some: string = 'new';
    expect([t('list.new'), t('list.lead', { count: 2 }), t(`list.${some}`)]).toHaveLength(3);
    // @ts-expect-error: a letter too many
    t('list.neww');
    // @ts-expect-error: no such group
    t(`lists.${some}`);
    // @ts-expect-error: a key of another area
    t('places.today');
  });

  test('name every value of the enumerations that are shown', () => {
    const document = JSON.parse(
      readFileSync(join(root, '../../../packages/api-client/openapi.json'), 'utf8'),
    );
    const enums = new Map<string, string[][]>();
    const walk = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return;
      for (const [key, each] of Object.entries(value)) {
        const values = (each as { enum?: unknown[] } | null)?.enum;
        if (Array.isArray(values)) {
          const texts = values.filter((one): one is string => typeof one === 'string');
          enums.set(key, [...(enums.get(key) ?? []), texts]);
        }
        walk(each);
      }
    };
    walk(document);
    const shown = fileOf('es', 'enums');
    for (const [name, words] of Object.entries<object>(shown)) {
      // The same name has other values in other records: one of them is named whole.
      const lists = enums.get(name);
      const isWhole = lists?.some((values) => values.every((each) => each in words)) ?? true;
      expect(isWhole, name).toBe(true);
    }
  });
});

test('The lists that a firm begins with have words in each language', () => {
  for (const [list, entries] of Object.entries(defaultLists)) {
    const own = (language: string) =>
      entries.map(({ value }) => wordsOf(language, 'enums').get(`${list}.${value}`));
    expect(own('en'), list).toEqual(entries.map(({ label }) => label));
    expect(own('es'), list).not.toContain(undefined);
  }
});

test('Every field that is stated, filtered by, imported or wanted has a word', () => {
  const words = wordsOf('es', 'fields');
  type Entry = {
    kind: string;
    isStated?: true;
    filter?: string;
    isImported?: true;
    steps?: readonly string[];
  };
  const missing = Object.entries({
    contact: contactFields,
    household: householdFields,
    meeting: meetingFields,
  }).flatMap(([record, fields]) =>
    Object.entries<Entry>(fields).flatMap(([name, { isStated, filter, isImported, steps }]) =>
      (isStated || filter || isImported || steps) && !words.has(`${record}.${name}`)
        ? [`${record}.${name}`]
        : [],
    ),
  );
  const missingParts = Object.values(contactParts).flatMap((parts) =>
    Object.keys(parts).filter((path) => !words.has(`parts.${path.replaceAll('.', '_')}`)),
  );
  expect([...missing, ...missingParts]).toEqual([]);
});

test('Every value of a field of people that is chosen has a word', () => {
  const words = wordsOf('es', 'enums');
  const documents = Object.values(contactParts).flatMap((parts) => Object.entries(parts));
  const unshown = ['firmType', 'capturedByType', 'contactManagerFirmType', 'contactManagerType'];
  const synonyms = ['employmentStatus.self_employed', 'employmentStatus.not-employed'];
  type Entry = { kind: string; values?: readonly string[] };
  const missing = [...Object.entries<Entry>(contactFields), ...documents].flatMap(
    ([path, entry]) => {
      const name = path.split('.').at(-1) ?? '';
      const { values = [] } = entry as Entry;
      return unshown.includes(name) ? [] : values.map((value) => `${name}.${value}`);
    },
  );
  expect(missing.filter((key) => !words.has(key) && !synonyms.includes(key))).toEqual([]);
});

test('Every event has a word for its subject and one for what happened', () => {
  const words = wordsOf('es', 'activity');
  const missing = eventTypes.filter((type) => {
    const [kind, act] = type.split('.');
    return !words.has(`kinds.${kind}`) || !words.has(`acts.${act}`);
  });
  expect(missing).toEqual([]);
});

describe('The sources of the console', () => {
  test('leave all time to time.ts', () => {
    const own = sources.filter(([path]) => path !== 'time.ts');
    const faults = own.filter(([, text]) => /\bnew Date\(|\bDate\.parse\(|\bdayjs\(/.test(text));
    expect(faults.map(([path]) => path)).toEqual([]);
  });

  test('have one kind of button and one of menu item, which know when there is no network', () => {
    const own = ['ui/button.tsx', 'ui/menu-item.tsx'];
    const faults = sources.filter(
      ([path, text]) =>
        !own.includes(path) &&
        /<Menu\.Item\b|import \{[^}]*\bButton\b[^}]*\} from '@mantine\/core'/.test(text),
    );
    expect(faults.map(([path]) => path)).toEqual([]);
  });

  test('take every address from paths.ts', () => {
    const faults = sources.flatMap(([path, text]) =>
      path === 'paths.ts' ? [] : [...text.matchAll(/(?:href|to)=["'{]+\/[\w-]/g)].map(() => path),
    );
    expect(faults).toEqual([]);
  });

  test('have no colours but those of the theme', () => {
    const styles = globSync('**/*.css', { cwd: root });
    const faults = styles.filter((path) =>
      /#(?!fff\b|000\b)[0-9a-f]{3,8}\b|\brgb\(/i.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(faults).toEqual([]);
  });

  test('have letters that grow with the size that the reader chose', () => {
    const styled = globSync('**/*.css', { cwd: root }).filter((path) =>
      /\bfont(-size)?:[^;]*\dpx/.test(readFileSync(join(root, path), 'utf8')),
    );
    expect(styled).toEqual([]);
  });

  test('reach what the browser keeps by storage.ts, and keep nothing for all tabs but whether there may be a session', () => {
    const faults = sources.filter(
      ([path, text]) =>
        (path !== 'storage.ts' && /\b(local|session)Storage\b(?!\.)/.test(text)) ||
        (path !== 'session.ts' && path !== 'storage.ts' && /\bsharedStorage\b/.test(text)),
    );
    expect(faults.map(([path]) => path)).toEqual([]);
  });

  test('call every operation of the API, or unused-operations.ts says why not', () => {
    const text = sources
      .filter(([path]) => path !== 'unused-operations.ts')
      .map(([, each]) => each)
      .join('\n');
    const ids = Object.keys(readOperations());
    const listed = Object.values(unused).flat();
    const isCalled = (id: string) => text.includes(`'${id}'`);
    expect(ids.filter((id) => !isCalled(id) && !listed.includes(id))).toEqual([]);
    expect(listed.filter((id) => isCalled(id) || !ids.includes(id))).toEqual([]);
  });
});

describe('The glossary', () => {
  /** What is not said, since the glossary has a word for it. */
  const others = {
    es: {
      cliente: /\bconsumidor|\bcomprador/i,
      asesor: /ejecutiv[oa]|m[aá]nager|\bgestora?\b|consejer/i,
      ficha: /legajo|expediente|\bdossier\b|papeles/i,
      completitud: /completeness|compleci[oó]n|integridad de (la|una) ficha/i,
      minuta: /\bbrief(ing)?\b|hoja de reuni[oó]n/i,
      'grupo familiar': /\bhogar(es)?\b|unidad familiar|household/i,
      organizador: /anfitri[oó]n/i,
      'inicio de sesión': /\bingresos? (en|por|rechaz)|primer(os)? ingresos?\b|\bingres(ó|aron)\b/i,
      evento: /\bactos?\b/i,
      fusionar: /\b(unir|unión)\b|se unieron/i,
      configuración: /\bajustes\b/i,
      correo: /\be-?mail\b|correo (principal|preferido)\b/i,
      'persona expuesta políticamente': /políticamente expuest/i,
      'se eliminó': /fue (eliminad|borrad|cread)/i,
      'se canceló': /fue cancelada/i,
      dispositivo: /\b(este|otros?) equipos?\b/i,
      'clave de la API': /\bcredencial(es)?\b/i,
      traspasar: /\bentreg\w+ (la|su) cartera|cartera .*entreg/i,
      restaurar: /se recuperó|^recuperación$/i,
      activar: /\benc(end|iend|iénd)|\bapag(a[dr]|ue)/i,
      vencer: /\bcaduc/i,
      volver: /^cancelar$/i,
    },
    en: {
      client: /\bcustomers?\b/i,
      adviser: /\badvisors?\b|\bmanagers?\b|\bexecutives?\b/i,
      record: /\bdossiers?\b|\bpapers\b/i,
      completeness: /\bcompletion\b/i,
      brief: /\bbriefings?\b/i,
      household: /family (group|unit)s?/i,
      cancelled: /\bcancell?(ed|ing)\b(?<!cancelled|cancelling)/i,
      organisation: /organiz|synchroniz|recogniz|\bcolor|\blicense\b|\bcenter\b/i,
      action: /^acts?\b|more acts|\bacts (for|chained)/i,
      'e-mail': /\bemail|(?<!-)\bmails\b|\ban? mail\b/i,
      fix: /\bmend(s|ed|ing)?\b|put right/i,
      search: /^find by\b/i,
      device: /\bthis computer is\b/i,
      'API key': /\bcredentials?\b/i,
      item: /(^|more)\s*things?\b/i,
      back: /^cancel$/i,
    },
  };
  const faultsOf = (language: keyof typeof others, text: string) =>
    Object.entries(others[language]).flatMap(([word, other]) =>
      other.test(text.replace(/\{\{.*?\}\}/g, '')) ? [word] : [],
    );

  test('has one word in each language for each thing that it names', () => {
    const faults = (['es', 'en'] as const).flatMap((language) =>
      areas
        // What a search takes has synonyms.
        .filter((area) => area !== 'palette')
        .flatMap((area) =>
          [...wordsOf(language, area)].flatMap(([key, text]) =>
            faultsOf(language, text).map(
              (word) => `${language}/${area}: ${key}: ${text} (${word})`,
            ),
          ),
        ),
    );
    expect(faults).toEqual([]);
  });

  test('holds in the mails, pages and files of the platform as well', () => {
    const platform = join(root, '../../platform/src');
    const paths = globSync('**/*{mail,messages,page,pages,page-words}.ts', { cwd: platform });
    // A sentence has a space; Spanish ones are told by a letter or a word of Spanish.
    const isSpanish = /[áéíóúñ¿¡«]|\b(de|su|el|la|los|una?|está|quien|para)\b/i;
    const inPages = paths.flatMap((path) =>
      [
        ...readFileSync(join(platform, path), 'utf8').matchAll(
          /(?<=[:?(] |\n\s*)['`]([^'`\n]* [^'`\n]*)['`]/g,
        ),
      ]
        .map(([, text = '']) => text.replace(/\$\{[^}]*\}/g, ''))
        .flatMap((text) =>
          faultsOf(isSpanish.test(text) ? 'es' : 'en', text).map(
            (word) => `${path}: ${text} (${word})`,
          ),
        ),
    );
    const inFiles = (['es', 'en'] as const).flatMap((language) =>
      readFileSync(join(platform, `exports/words/${language}.json`), 'utf8')
        .split('\n')
        .map((line) => line.slice(line.indexOf(': ')))
        .flatMap((text) =>
          faultsOf(language, text).map((word) => `${language}: ${text} (${word})`),
        ),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect([...inPages, ...inFiles]).toEqual([]);
  });
});

describe('The problems of the API', () => {
  const inDocument = (kind: 'code' | 'field') =>
    [...wordsOf('es', 'problems').keys()].flatMap((key) =>
      key.startsWith(`${kind}.`) ? [key.slice(kind.length + 1)] : [],
    );

  test('have a sentence each, but for those that only a program can cause', () => {
    const codes = Object.keys({ ...catalogue, ...problemCatalogue });
    const told = inDocument('code');
    expect(codes.filter((code) => !told.includes(code)).sort()).toEqual(unreachable);
    expect(told.filter((code) => !codes.includes(code))).toEqual([]);
  });

  test('of a field have a sentence each', () => {
    const text = globSync('{apps/*,packages/kit}/src/**/*.ts', {
      cwd: join(root, '../../..'),
      exclude: ['**/*.test.ts'],
    })
      .map((path) => readFileSync(join(root, '../../..', path), 'utf8'))
      .join('\n');
    const codes = [...text.matchAll(/fieldError\(\s*[^,()]+,\s*'([A-Z_]+)'/g)].map(
      ([, code = '']) => code,
    );
    const told = inDocument('field');
    const missing = new Set(codes.filter((code) => !told.includes(code)));
    expect([...missing].sort()).toEqual(unreachableOfFields);
  });
});
