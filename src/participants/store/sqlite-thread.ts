/** SQLite in a thread of its own: a locked file, a slow disk or a long query never takes the gateway's time. */

import { Worker } from 'node:worker_threads';
import { type Database, IndexStoreError, type Statement, type Value } from './database.ts';
import { sqliteDialect } from './sqlite.ts';

export type Request = { readonly id: number } & (
  | { readonly kind: 'read'; readonly sql: string; readonly params: readonly Value[] }
  | { readonly kind: 'write'; readonly statements: readonly Statement[] }
);

/** With id 0: the database is open, or why it is not. */
export interface Reply {
  readonly id: number;
  readonly result?: unknown;
  readonly fault?: { readonly advice: string; readonly reopens: boolean } | undefined;
}

interface Waiter {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: IndexStoreError) => void;
}

type Unnumbered<T> = T extends unknown ? Omit<T, 'id'> : never;

/** A thread that still has a statement under way is given so long to end by itself. */
const closeMs = 1_000;

/** @param path a file, or `:memory:`. @throws IndexStoreError */
export async function openSqliteThread(path: string): Promise<Database> {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: path });
  const waiters = new Map<number, Waiter>();
  let last = 0;
  let ended: IndexStoreError | null = null;

  const wait = (id: number): Promise<unknown> =>
    new Promise((resolve, reject) => waiters.set(id, { resolve, reject }));
  const end = (cause: unknown): void => {
    ended ??= new IndexStoreError(`Participant index ${path}: its thread has ended`, { cause });
    for (const { reject } of waiters.values()) reject(ended);
    waiters.clear();
  };
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('error', end);
  worker.on('exit', (code) => end(`exit ${code}`));
  worker.on('message', ({ id, result, fault }: Reply) => {
    const waiter = waiters.get(id);
    waiters.delete(id);
    if (fault === undefined) waiter?.resolve(result);
    else waiter?.reject(new IndexStoreError(fault.advice, { reopens: fault.reopens }));
  });
  const ask = async (request: Unnumbered<Request>): Promise<unknown> => {
    if (ended !== null) throw ended;
    last += 1;
    worker.postMessage({ ...request, id: last });
    return await wait(last);
  };

  await wait(0);
  return {
    dialect: sqliteDialect,
    tenants: new Map(),
    read: (sql, params = []) => ask({ kind: 'read', sql, params }) as ReturnType<Database['read']>,
    write: (statements) => ask({ kind: 'write', statements }) as ReturnType<Database['write']>,
    async close() {
      worker.postMessage('close');
      const timer = setTimeout(() => void worker.terminate(), closeMs);
      await exited;
      clearTimeout(timer);
    },
  };
}
