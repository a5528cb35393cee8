/**
 * A set of UUIDs that answers "surely not" or "perhaps": 16 bits an identifier, wrong in one of
 * 700 answers when full, and 24 in sets so small that they cost nothing, wrong in one of 3,000. A
 * blocked Bloom filter (Putze, Sanders and Singler, 2007): eight bits in
 * one block of 64 bytes, so that a question touches one line of the processor's cache.
 */
export type BloomFilter = {
  readonly bytes: number;
  readonly size: number;
  add(uuid: string): void;
  mayHold(uuid: string): boolean;
};

type Level = { words: Uint32Array; blocks: number; room: number };

const [bitsPerId, blockBits, probes, smallest] = [16, 512, 8, 1_024];
// A set that grows asks each of its parts, so the small ones it began with should hardly ever err.
const [small, bitsWhenSmall] = [262_144, 24];

/** Returns an empty set with room for about `expected` identifiers; it grows by doubling. */
export function createBloomFilter(expected: number): BloomFilter {
  const levels: Level[] = [];
  const hash = new Uint32Array(3);
  let size = 0;
  grow(expected);

  function grow(wanted: number): Level {
    const room = Math.max(wanted, smallest);
    const bits = room <= small ? bitsWhenSmall : bitsPerId;
    const blocks = Math.ceil((room * bits) / blockBits);
    const level = { words: new Uint32Array((blocks * blockBits) / 32), blocks, room };
    levels.push(level);
    return level;
  }

  function has({ words, blocks }: Level): boolean {
    const [block = 0, bits = 0, step = 0] = hash;
    const start = Math.floor((block / 2 ** 32) * blocks) * (blockBits / 32);
    for (let probe = 0; probe < probes; probe++) {
      const bit = (bits + Math.imul(probe, step)) >>> 23;
      if (((words[start + (bit >>> 5)] ?? 0) & (1 << (bit & 31))) === 0) return false;
    }
    return true;
  }

  function mark({ words, blocks }: Level): void {
    const [block = 0, bits = 0, step = 0] = hash;
    const start = Math.floor((block / 2 ** 32) * blocks) * (blockBits / 32);
    for (let probe = 0; probe < probes; probe++) {
      const bit = (bits + Math.imul(probe, step)) >>> 23;
      words[start + (bit >>> 5)] = (words[start + (bit >>> 5)] ?? 0) | (1 << (bit & 31));
    }
  }

  return {
    get bytes() {
      return levels.reduce((sum, { words }) => sum + words.byteLength, 0);
    },

    get size() {
      return size;
    },

    add(uuid) {
      hashInto(hash, uuid);
      let level = levels.at(-1);
      if (!level || level.room === 0) level = grow(size);
      level.room--;
      size++;
      mark(level);
    },

    mayHold(uuid) {
      hashInto(hash, uuid);
      return levels.some(has);
    },
  };
}

/** Fills three words that depend on every digit of a UUID: FNV-1a over its digits, then murmur's finish. */
function hashInto(words: Uint32Array, uuid: string): void {
  let [first, second] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = Math.imul(second ^ code, 0x85ebca6b) ^ (second >>> 15);
  }
  words[0] = finish(first);
  words[1] = finish(second);
  words[2] = finish(first ^ Math.imul(second, 0xc2b2ae35)) | 1;
}

/** Does the last steps of MurmurHash3, which spread each bit over all (Appleby, public domain). */
function finish(word: number): number {
  let mixed = word ^ (word >>> 16);
  mixed = Math.imul(mixed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}
