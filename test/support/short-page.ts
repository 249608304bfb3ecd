/** A CRM that ends its pages early, as the real one does when rows are wide: `done: false` long before the LIMIT. */

import type { Backend, BackendAnswer } from '../../src/connector-service/backend.ts';
import type { Row } from '../../src/contract/wire/execute.ts';

/** Most rows of a page, and of a child page; null: as many as the backend gives. May change at any time. */
export interface Cut {
  rows: number | null;
  children: number | null;
}

/** What is left of an answer, as its continuation. */
interface Rest {
  readonly left: Extract<BackendAnswer, { kind: 'soql-page' }>;
}

export function shortPages<B extends Backend>(backend: B, cut: Cut): B {
  const shortened = (answer: BackendAnswer): BackendAnswer => {
    if (answer.kind !== 'soql-page') return answer;
    const size = cut.rows ?? Number.POSITIVE_INFINITY;
    const records = answer.records
      .slice(0, size)
      .map((row) => withShortChildren(row, cut.children));
    const left = { ...answer, records: answer.records.slice(size) };
    return left.records.length === 0
      ? { ...answer, records }
      : { ...answer, records, next: { left } };
  };
  return {
    ...backend,
    async execute(operation) {
      const rest = operation.page as Partial<Rest> | null;
      return shortened(rest?.left ?? (await backend.execute(operation)));
    },
  };
}

function withShortChildren(row: Row, size: number | null): Row {
  if (size === null) return row;
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const page = value as { readonly records?: unknown } | null;
      if (!Array.isArray(page?.records) || page.records.length <= size) return [name, value];
      return [name, { ...page, records: page.records.slice(0, size), done: false }];
    }),
  );
}
