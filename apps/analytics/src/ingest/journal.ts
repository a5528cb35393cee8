/** Holds what stands at one place of a journal. */
export type Stretch<Place> = { place: Place; lines: string[] };

/**
 * A log in which accepted events wait until they are stored: files of this process, or a replicated
 * stream that processes share. `Place` says where lines stand: in a segment, or at a sequence.
 */
export type Journal<Place> = {
  /**
   * Appends lines and resolves with their place when they are durable; until they are settled they
   * stay. Throws OVERLOADED when there is no room.
   */
  append(lines: readonly string[]): Promise<Place>;
  /** Reads what stands there, in order, from a place on; without one, all that came before this process. */
  read(from?: Place): AsyncIterable<Stretch<Place>>;
  /** Says that so many lines of a place are stored. */
  settle(place: Place, count: number): Promise<void>;
  /** Lets go of all that is settled, also where it would stay for a while. */
  trim(): Promise<void>;
  close(): Promise<void>;
};
