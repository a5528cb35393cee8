/** Reads a place in the log as PostgreSQL writes it, `0/16B3748`, into the number of bytes before it. */
export function readLsn(text: string): bigint {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function writeLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffff_ffffn).toString(16)}`.toUpperCase();
}

/** Returns the name of the log's file that a place lies in. */
export function segmentName(timeline: number, lsn: bigint, segmentBytes: bigint): string {
  const number = lsn / segmentBytes;
  const perId = 0x1_0000_0000n / segmentBytes;
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}

/** A piece of the log, from a place up to another, as its file's name tells. */
export type Piece = { name: string; timeline: number; from: bigint; to: bigint };

const hex = (lsn: bigint) => lsn.toString(16).padStart(16, '0');

export function pieceName({ timeline, from, to }: Omit<Piece, 'name'>): string {
  return `wal/${timeline}-${hex(from)}-${hex(to)}`;
}

/** Reads the name of a piece; undefined for other names. */
export function readPiece(name: string): Piece | undefined {
  const [, timeline, from, to] = /^wal\/(\d+)-([0-9a-f]{16})-([0-9a-f]{16})$/.exec(name) ?? [];
  if (!timeline || !from || !to) return undefined;
  return { name, timeline: Number(timeline), from: BigInt(`0x${from}`), to: BigInt(`0x${to}`) };
}
