/** What a tracker listens for, where a salesperson wants to hear of it at once: competitors, or objections. */

const trackerKinds = ['COMPETITOR', 'OBJECTION'] as const;
export type TrackerKind = (typeof trackerKinds)[number];

/** Names of an organisation's own trackers by kind, as its settings have them; a kind that is absent goes by its word. */
export interface NamedTrackers {
  readonly competitor?: readonly string[] | undefined;
  readonly objection?: readonly string[] | undefined;
}

/** Names are compared whatever their case and the spaces around them. */
export const trackerKey = (name: string): string => name.trim().normalize('NFC').toLowerCase();

const words: Readonly<Record<TrackerKind, RegExp>> = {
  COMPETITOR: /competit/i,
  OBJECTION: /objection/i,
};

/**
 * The kind of a tracker; null for all others. One that is named for a kind is of that alone.
 * @example
 * trackerKind('Competitors', {}) // → 'COMPETITOR'
 * trackerKind('Rivals', { competitor: ['rivals'] }) // → 'COMPETITOR'
 * trackerKind('Competitors', { competitor: ['rivals'] }) // → null
 */
export function trackerKind(
  name: string,
  { competitor, objection }: NamedTrackers,
): TrackerKind | null {
  const key = trackerKey(name);
  const named = { COMPETITOR: competitor, OBJECTION: objection };
  const isNamed = (kind: TrackerKind): boolean =>
    named[kind]?.some((text) => trackerKey(text) === key) === true;
  const goesByWord = (kind: TrackerKind): boolean =>
    named[kind] === undefined && words[kind].test(name);
  return trackerKinds.find(isNamed) ?? trackerKinds.find(goesByWord) ?? null;
}
