/** A row of the matrix: how a list is asked, what its rows are known by, and what the raw tables hold of it. */

import type { RawTables } from './raw-table.ts';

/** One list of its kind: a root list, or that of one parent. */
export interface Owner {
  /** Global id of the parent; null for a root list. */
  readonly id: string | null;
  /** What the raw tables hold: a key for each row. A key stands as often as its row does. */
  readonly truth: readonly string[];
}

export interface MatrixList {
  /** `Account.contacts`, with what it is asked with where it has several rows: `Query.soql LIMIT`. */
  readonly name: string;
  /** The field of the schema, and others that are selected with it. */
  readonly covers: readonly string[];
  /** The type whose ids the owners have. */
  readonly host: string;
  /** Lists made by one declaration are of one kind. */
  readonly kind: string;
  /** Walked under every fault at every size, as an example of its kind. */
  readonly example: boolean;
  readonly windows: 'both' | 'forward' | 'none';
  /** Whether the upstream announces a size, so that missing rows can be known. */
  readonly announced: boolean;
  /** Which rows belong to the list is read here from a member of them: one that lost it is not the list's. */
  readonly chosen?: true;
  /** The rows are members of other rows, or raw values: what is lost of them can't be known. */
  readonly inside?: 'row' | 'value';
  /** Its items add up rows: of fewer rows they are others. */
  readonly sums?: true;
  /** Ordered by a member of its rows: of one that reads null and is not, nobody can tell that its place is another. */
  readonly ordered?: true;
  /** Named beforehand, by ids or by the participant index: rows that come and go between two walks are not followed. */
  readonly indexed?: true;
  readonly owners: (raw: RawTables) => Promise<readonly Owner[]>;
  /** The field with its arguments and selection. @param window `first: 3, after: "…"`, or nothing. */
  readonly ask: (window: string) => string;
  /** The list in the value of the field: a connection's nodes, or items at some depth. Null items stay. */
  readonly items: (value: unknown) => readonly unknown[];
  readonly key: (item: never) => string;
}

export const pageInfo = 'pageInfo { hasNextPage hasPreviousPage startCursor endCursor }';

/** What most rows of a connection have in common. */
export function connectionRow(
  field: string,
  row: Pick<MatrixList, 'kind' | 'windows' | 'owners'> & {
    readonly args?: string;
    readonly node?: string;
    readonly variant?: string;
    readonly key?: (item: never) => string;
    readonly example?: boolean;
    readonly announced?: boolean;
    readonly total?: boolean;
    readonly beside?: string;
    readonly inside?: 'row' | 'value';
    readonly chosen?: true;
    readonly ordered?: true;
    readonly indexed?: true;
  },
): MatrixList {
  const { args = '', node = 'upstreamId', variant, total = true, beside = '' } = row;
  const [host, name] = field.split('.') as [string, string];
  return {
    name: variant === undefined ? field : `${field} ${variant}`,
    covers: [field],
    host,
    kind: row.kind,
    example: row.example ?? true,
    windows: row.windows,
    announced: row.announced ?? true,
    ...(row.inside !== undefined && { inside: row.inside }),
    ...(row.chosen && { chosen: true as const }),
    ...(row.ordered && { ordered: true as const }),
    ...(row.indexed && { indexed: true as const }),
    owners: row.owners,
    ask: (window) => {
      const all = [window, args].filter((one) => one !== '').join(', ');
      const count = total ? ' totalCount' : '';
      return `${name}(${all}) { nodes { ${node} } ${pageInfo}${count} ${beside} }`;
    },
    items: (value) => (value as { nodes: unknown[] } | null)?.nodes ?? [],
    key: row.key ?? ((item: { upstreamId: string }) => item.upstreamId),
  };
}
