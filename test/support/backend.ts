/** A backend of a few rules and no storage: enough data to test the HTTP side by itself. */

import {
  type BackendAnswer,
  type BackendOperation,
  callAnalyticsError,
  crmError,
} from '../../src/connector-service/backend.ts';
import { checksum } from '../../src/contract/crm/id.ts';
import type { Row } from '../../src/contract/wire/execute.ts';
import type { DemoBackend, Drift } from '../../src/demo/demo-backend.ts';

export interface MemoryBackend extends DemoBackend {
  /** What was asked, in order. */
  readonly operations: BackendOperation[];
  readonly drifts: Drift[];
  /** Chunks of files produced so far. */
  readonly chunks: () => number;
}

export interface MemoryOptions {
  readonly users?: number;
  readonly calls?: number;
  readonly accounts?: number;
  /** Size of attachments, bytes. */
  readonly fileSize?: number;
}

const pageSize = 100;
const soqlSize = 200;
/** Bytes of each part a file is made in. */
export const chunkSize = 256 * 1024;

export const userId = (n: number): string => String(1_000_000_000_000_000_000n + BigInt(n));
export const callId = (n: number): string => String(7_000_000_000_000_000_000n + BigInt(n));
export const accountId = (n: number): string => {
  const id = `001dM0000${n.toString(36).padStart(6, '0')}`;
  return id + checksum(id);
};

/** Byte `at` of every file. */
export const byteAt = (at: number): number => at % 251;

/** The bytes of a file, from any place on: they repeat. */
const pattern = Uint8Array.from({ length: chunkSize + 251 }, (_, at) => byteAt(at));

export function memoryBackend(options: MemoryOptions = {}): MemoryBackend {
  const {
    users: userCount = 250,
    calls: callCount = 320,
    accounts = 450,
    fileSize = 1000,
  } = options;
  const operations: BackendOperation[] = [];
  const drifts: Drift[] = [];
  let chunks = 0;
  const allUsers = Array.from({ length: userCount }, (_, n) => user(n));
  const allCalls = Array.from({ length: callCount }, (_, n) => call(n));
  const allAccounts = Array.from({ length: accounts }, (_, n) => account(n));

  const file = (size: number): BackendAnswer => ({
    kind: 'bytes',
    size,
    contentType: 'application/pdf',
    fileName: 'Plan "Müller".pdf',
    async *open(first, last) {
      for (let at = first; at <= last; at += chunkSize) {
        chunks += 1;
        const length = Math.min(chunkSize, last - at + 1);
        yield pattern.subarray(at % 251, (at % 251) + length);
      }
    },
  });

  const execute = async (operation: BackendOperation): Promise<BackendAnswer> => {
    operations.push(operation);
    const { entity, action, params } = operation;
    switch (`${entity} ${action}`) {
      case 'users list':
        return cursorPage(allUsers, operation);
      case 'users get':
        return one(allUsers, params.id);
      case 'calls list':
        return cursorPage(allCalls, operation);
      case 'calls_extensive list': {
        const { callIds } = params.filter as { callIds?: readonly string[] };
        const found = allCalls.filter(({ id }) => callIds?.includes(String(id)) ?? true);
        if (found.length === 0) {
          throw callAnalyticsError(404, 'No calls found corresponding to the provided filters');
        }
        return cursorPage(
          found.map((metaData) => ({ metaData })),
          operation,
        );
      }
      case 'accounts list':
      case 'query list':
        return soqlPage(allAccounts, operation);
      case 'accounts search':
        return { kind: 'hits', records: allAccounts.slice(0, 3) };
      case 'accounts get':
        return one(allAccounts, params.id);
      case 'attachments download':
        return file(params.id === '00P_missing' ? 0 : fileSize);
      default:
        throw new Error(`The memory backend has no ${entity} ${action}`);
    }
  };

  return {
    operations,
    drifts,
    execute,
    drift: (change) => void drifts.push(change),
    chunks: () => chunks,
    close() {},
  };
}

function cursorPage(rows: readonly Row[], { page }: BackendOperation): BackendAnswer {
  const start = Number(page?.start ?? 0);
  const end = start + pageSize;
  return {
    kind: 'cursor-page',
    rows: rows.slice(start, end),
    totalRecords: rows.length,
    pageNumber: start / pageSize,
    next: end < rows.length ? { start: end } : null,
  };
}

/** Understands `Id IN (…)` and LIMIT, no more. */
function soqlPage(rows: readonly Row[], { params, page }: BackendOperation): BackendAnswer {
  const q = String(params.q);
  if (!/^SELECT /i.test(q)) {
    throw crmError(400, 'MALFORMED_QUERY', `unexpected token: '${q.split(' ')[0]}'`);
  }
  const ids = [...q.matchAll(/'(\w{18})'/g)].map(([, id]) => id);
  const limit = Number(/LIMIT (\d+)/i.exec(q)?.[1] ?? rows.length);
  const found = rows
    .filter(({ Id }) => ids.length === 0 || ids.includes(String(Id)))
    .slice(0, limit);
  const start = Number(page?.start ?? 0);
  const end = start + soqlSize;
  return {
    kind: 'soql-page',
    records: found.slice(start, end),
    totalSize: found.length,
    next: end < found.length ? { start: end } : null,
  };
}

function one(rows: readonly Row[], id: unknown): BackendAnswer {
  const row = rows.find((candidate) => candidate.id === id || candidate.Id === id);
  if (row === undefined) throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return { kind: 'row', row };
}

function user(n: number): Row {
  return { id: userId(n), emailAddress: `user${n}@example.com`, active: n % 3 !== 0 };
}

function call(n: number): Row {
  return { id: callId(n), title: `Call ${n}`, duration: 60 * n, primaryUserId: userId(n % 250) };
}

function account(n: number): Row {
  const Id = accountId(n);
  const attributes = { type: 'Account', url: `/services/data/v59.0/sobjects/Account/${Id}` };
  return { attributes, Id, Name: `Account ${n}` };
}
