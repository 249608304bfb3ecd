/** SQLite worker thread: owns the database, and answers one message after the other. */

import { parentPort, workerData } from 'node:worker_threads';
import type { Database } from './database.ts';
import { IndexStoreError } from './database.ts';
import { openSqlite, type Reply, type ThreadRequest } from './sqlite.ts';

const port = parentPort!;
const reply = (message: Reply): void => port.postMessage(message);

/** Error as a plain object: messages between threads drop an Error's members. */
function errorReply(error: unknown): Reply['fault'] {
  const { advice, reopens, isFull } =
    error instanceof IndexStoreError
      ? error
      : new IndexStoreError(`Participant index: ${String(error)}`);
  return { advice, reopens, isFull };
}

function open(): Database | null {
  try {
    const database = openSqlite({ path: String(workerData) });
    reply({ id: 0 });
    return database;
  } catch (error) {
    reply({ id: 0, fault: errorReply(error) });
    return null;
  }
}

async function answer(database: Database, request: ThreadRequest): Promise<void> {
  try {
    const result =
      request.kind === 'read'
        ? await database.read(request.sql, request.params)
        : await database.write(request.statements);
    reply({ id: request.id, result });
  } catch (error) {
    reply({ id: request.id, fault: errorReply(error) });
  }
}

const database = open();
if (database === null) port.close();
else
  port.on('message', (request: ThreadRequest | 'close') => {
    if (request !== 'close') void answer(database, request);
    else void database.close().then(() => port.close());
  });
