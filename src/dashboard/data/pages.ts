/** All pages of a list, one after the other, for what takes the list along whole. */

import type { AnyVariables, Client, OperationResult } from '@urql/core';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { documentOf } from './document.ts';
import { faultsOf } from './screen.tsx';

/** Rows of a list, and whether they are all of it. */
export interface Rows<Row> {
  readonly rows: readonly Row[];
  /** How many there are in all; null where they were not counted. */
  readonly total: number | null;
  /** False where others follow, or parts of these are missing. */
  readonly isWhole: boolean;
}

export interface Page<Node> {
  readonly totalCount?: number | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor?: string | null };
  readonly nodes: readonly (Node | null)[];
}

/** More than that no spreadsheet reads with pleasure: 10,000 rows of pages of a hundred. */
const mostOfFile = 100;

/**
 * @param variablesAfter those of the page that follows a cursor; of the first one, null
 * @throws Error where a page could not be had
 */
export async function readPages<Data, Variables extends AnyVariables, Node>(
  client: Client,
  text: TypedDocumentString<Data, Variables>,
  variablesAfter: (cursor: string | null) => Variables,
  pageOf: (data: Data) => Page<Node> | null | undefined,
  mostPages = mostOfFile,
): Promise<Rows<Node>> {
  const rows: Node[] = [];
  let total: number | null = null;
  let isWhole = true;
  let cursor: string | null = null;
  for (let pages = 0; pages < mostPages; pages += 1) {
    const { data, error, extensions }: OperationResult<Data> = await client
      .query<Data, AnyVariables>(documentOf(text), variablesAfter(cursor))
      .toPromise();
    const page: Page<Node> | null | undefined = data == null ? null : pageOf(data);
    if (page == null) throw error ?? new Error('Expected a page of the list; got none.');
    const nodes = page.nodes.filter((node) => node !== null);
    if (nodes.length < page.nodes.length || faultsOf(error, extensions).length > 0) isWhole = false;
    rows.push(...nodes);
    total = page.totalCount ?? total;
    cursor = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? null) : null;
    if (cursor === null) return { rows, total, isWhole };
  }
  return { rows, total, isWhole: false };
}
