/** Reads of the synthetic company by the façade: its backend's operations, page after page. */

import type {
  BackendAnswer,
  BackendOperation,
  Continuation,
} from '../../connector-service/backend.ts';
import type { Row } from '../../contract/wire/execute.ts';
import type { DemoBackend } from '../demo-backend.ts';

/** Reads the synthetic company. */
export type Read = (
  entity: string,
  params: Row,
  page?: Continuation | null,
  action?: BackendOperation['action'],
) => ReturnType<DemoBackend['execute']>;

/** Reads of the CRM. @param hidden objects and fields that its user may not read. Default: none. */
export const crmReader =
  (backend: Pick<DemoBackend, 'execute'>, hidden?: () => readonly string[]): Read =>
  (entity, params, page = null, action = 'list') =>
    backend.execute({ system: 'crm', entity, action, params, page, hidden: hidden?.() });

export type AnswerOf<K> = Extract<BackendAnswer, { kind: K }>;

/** An answer of the expected kind. */
export function expect<K extends BackendAnswer['kind']>(
  kind: K,
  answer: BackendAnswer,
): AnswerOf<K> {
  if (answer.kind === kind) return answer as AnswerOf<K>;
  throw new TypeError(`Expected ${kind} of the company, got ${answer.kind}`);
}

/** All rows of a list, page after page. */
export async function allRows(read: Read, entity: string, params: Row): Promise<Row[]> {
  const rows: Row[] = [];
  let page: Continuation | null = null;
  do {
    const answer = await read(entity, params, page);
    if (answer.kind !== 'cursor-page' && answer.kind !== 'rows') return rows;
    rows.push(...answer.rows);
    page = answer.kind === 'rows' ? null : answer.next;
  } while (page !== null);
  return rows;
}
