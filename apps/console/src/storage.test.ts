import { afterEach, expect, test, vi } from 'vitest';
import { sharedStorage, tabStorage } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

class Store {
  #held = new Map<string, string>();
  #limit: number;
  constructor(limit: number) {
    this.#limit = limit;
  }
  getItem(key: string) {
    return this.#held.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (value.length > this.#limit) throw new Error('QuotaExceededError');
    this.#held.set(key, value);
  }
  removeItem(key: string) {
    this.#held.delete(key);
  }
}

test('What the browser has no room for is kept elsewhere, and nothing fails', () => {
  vi.stubGlobal('localStorage', new Store(0));
  vi.stubGlobal('sessionStorage', new Store(100));
  sharedStorage.set('one', 'x');
  expect([sharedStorage.get('one'), tabStorage.get('one')]).toEqual(['x', 'x']);
  sharedStorage.remove('one');
  expect(sharedStorage.get('one')).toBeNull();
  tabStorage.set('two', 'y'.repeat(200));
  expect([tabStorage.get('two'), tabStorage.keys()]).toEqual(['y'.repeat(200), ['two']]);
  tabStorage.remove('two');
  expect(tabStorage.get('two')).toBeNull();
});

test('Where the browser keeps nothing at all, the page does as long as it lives', () => {
  const denied = {
    get() {
      throw new Error('SecurityError');
    },
  };
  const before = Object.getOwnPropertyDescriptor(globalThis, 'sessionStorage');
  Object.defineProperty(globalThis, 'sessionStorage', { ...denied, configurable: true });
  tabStorage.set('one', 'x');
  expect(tabStorage.get('one')).toBe('x');
  tabStorage.remove('one');
  expect(tabStorage.get('one')).toBeNull();
  if (before) Object.defineProperty(globalThis, 'sessionStorage', before);
  else Reflect.deleteProperty(globalThis, 'sessionStorage');
});
