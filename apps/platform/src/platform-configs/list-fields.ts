import type { ListName } from './default-lists.ts';

/** The fields of contacts that take their values from each list, with their columns. */
export const fieldsOfList: Record<ListName, Readonly<Record<string, string>>> = {
  stages: { stageName: 'stage_name' },
  sources: { contactSource: 'contact_source' },
  segments: { segmentName: 'segment_name', marketSegment: 'market_segment' },
};

/** Maps values of a list to the values that take their place. */
export type Renames = ReadonlyMap<string, string>;
