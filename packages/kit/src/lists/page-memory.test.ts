import { describe, expect, test, vi } from 'vitest';
import { createPageMemory } from './page-memory.ts';

const page = (...texts: string[]) => new Map(texts.map((text, at) => [`v${at}`, text]));

describe('Pages that are held', () => {
  test('are found by their key, as they were kept last', () => {
    const memory = createPageMemory();
    expect(memory.find('a').size).toBe(0);
    memory.keep('a', page('one'));
    memory.keep('a', page('two', 'three'));
    expect([...memory.find('a')]).toEqual([
      ['v0', 'two'],
      ['v1', 'three'],
    ]);
    memory.forget();
    expect(memory.find('a').size).toBe(0);
  });

  test('give way by their length, the least used first', () => {
    const memory = createPageMemory({ characters: 100 });
    const keys = () => ['a', 'b', 'c'].filter((key) => memory.find(key).size > 0);
    memory.keep('a', page('x'.repeat(40)));
    memory.keep('b', page('x'.repeat(40)));
    expect(memory.find('a').size).toBe(1);
    memory.keep('c', page('x'.repeat(40)));
    expect(keys()).toEqual(['a', 'c']);
    memory.keep('c', page('x'.repeat(41)));
    expect(keys()).toEqual(['a', 'c']);
    memory.keep('b', page('x'.repeat(101)));
    expect(keys()).toEqual([]);
    memory.keep('a', page('x'.repeat(90)));
    expect(keys()).toEqual(['a']);
  });

  test('are gone after a minute, and never those of an overlong key', () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(0);
    const memory = createPageMemory();
    memory.keep('a', page('one'));
    memory.keep('b'.repeat(4001), page('one'));
    expect(memory.find('b'.repeat(4001)).size).toBe(0);
    now.mockReturnValue(60_000);
    expect(memory.find('a').size).toBe(1);
    now.mockReturnValue(60_001);
    expect(memory.find('a').size).toBe(0);
    now.mockRestore();
  });
});
