/**
 * Where the vendors' answers differ from the synthetic company's by the nature of their APIs: the one
 * list of it, with the reason of each. Whatever is not listed here has to be equal.
 */

export type Rows = readonly Readonly<Record<string, unknown>>[];

interface Difference {
  /** `entity action`, or a system. */
  readonly of: string;
  readonly reason: string;
  /** Makes both sides comparable: drops, or evens out, what differs and nothing else. */
  readonly even: (rows: Rows) => Rows;
}

const without =
  (...names: readonly string[]) =>
  (rows: Rows): Rows =>
    rows.map((row) =>
      Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))),
    );

/** Every text of a value, changed. */
function texts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((member) => texts(member, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, texts(member, change)]),
  );
}

export const differences: readonly Difference[] = [
  {
    of: 'crm',
    reason: 'The version in addresses is that of the API asked; locators are random.',
    even: (rows) =>
      texts(rows, (text) =>
        text
          .replace(/^\/services\/data\/v\d+\.\d+\//, '/services/data/v/')
          .replace(/^(\/services\/data\/v\/query\/).*/, '$1'),
      ) as Rows,
  },
  {
    of: 'calls_extensive list',
    reason: 'Presigned addresses of recordings are made anew for each answer.',
    even: (rows) =>
      rows.map((row) =>
        typeof row.media === 'object' && row.media !== null
          ? { ...row, media: Object.keys(row.media) }
          : row,
      ),
  },
  {
    of: 'calls_extensive list',
    reason: 'The vendor removed points of interest in January 2025.',
    even: (rows) =>
      rows.map((row) => {
        const { pointsOfInterest: _gone, ...content } = (row.content ?? {}) as Rows[number];
        return row.content === undefined ? row : { ...row, content };
      }),
  },
  {
    of: 'library_folder_content list',
    reason: 'The vendor says of a call in a folder who put it there and when, besides.',
    even: without('note', 'addedBy', 'created', 'snippet'),
  },
  {
    of: 'coaching list',
    reason:
      'The vendor lists the calls of those who report to a manager: no counts of the manager, and not whether a report manages anybody.',
    even: (rows) =>
      rows.map(({ isManager: _unknown, coachingMetrics, ...row }, at) =>
        at === 0 ? row : { ...row, coachingMetrics },
      ),
  },
  {
    of: 'stats_activity_scorecards list',
    reason:
      'The vendor has the code of the visibility without its words, no time of answering beside that of handing in, answers as scores and ids of options without one text for them, and no score of what was skipped.',
    even: (rows) =>
      without(
        'visibility',
        'answeredDateTime',
      )(rows).map(({ answers, ...row }) => ({
        ...row,
        answers: (answers as Rows).map(({ answer: _text, selectedOptions, score, ...rest }) => ({
          ...rest,
          score: rest.notApplicable === true ? 0 : score,
          options: Array.isArray(selectedOptions)
            ? selectedOptions.map((option: unknown) =>
                typeof option === 'object' && option !== null && 'optionId' in option
                  ? String(option.optionId)
                  : option,
              )
            : selectedOptions,
        })),
      })),
  },
];

/**
 * Of a file: the record of an attachment names its type without a charset.
 */
export const comparableType = (type: string | null): string | undefined => type?.split(';')[0];

/** Rows without what is known to differ. */
export function comparable(system: string, operation: string, rows: Rows): Rows {
  return differences
    .filter(({ of }) => of === system || of === operation)
    .reduce((evened, { even }) => even(evened), rows);
}

/** Answers of the graph without what of the above shows in it. */
export function comparableData(value: unknown, name = ''): unknown {
  // A free query's cursor holds the last row, and with it the version in its address.
  if (name === 'endCursor') return typeof value;
  // A review was answered when it was handed in, to the millisecond.
  if (name === 'answeredAt') return String(value).slice(0, 19);
  // What was skipped has no score.
  if (name === 'score') return value ?? 0;
  if (Array.isArray(value)) return value.map((member) => comparableData(member));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, comparableData(member, key)]),
  );
}
