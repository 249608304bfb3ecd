/** Files of CRM records: a small stored description, from which the bytes follow, a block at a time. */

import type { DatabaseSync } from 'node:sqlite';
import {
  type BackendAnswer,
  type BackendOperation,
  crmError,
} from '../../connector-service/backend.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import { textParam } from '../call-platform/page.ts';
import { Random } from '../company/random.ts';
import { quoted } from '../database/crm-table.ts';
import { subjects } from '../text/company-data.ts';
import { type DocumentType, documentBytes, mediaTypes } from './document.ts';

const blockSize = 65_536;

/** Content of every block after its first sixteen bytes. */
const filler = Buffer.alloc(blockSize, 'The quick brown fox jumps over the lazy dog. 0123456789\n');

/** Bytes first..last inclusive, a block at a time; a block begins with its offset in sixteen hexadecimal digits. */
async function* hugeBytes(first: number, last: number): AsyncGenerator<Uint8Array> {
  for (let start = first - (first % blockSize); start <= last; start += blockSize) {
    const block = Buffer.from(filler);
    block.write(start.toString(16).padStart(16, '0'), 0, 'latin1');
    yield block.subarray(Math.max(0, first - start), Math.min(blockSize, last + 1 - start));
  }
}

/** `missing` is a file with a record and without bytes: it reads as empty. */
export type FileKind = DocumentType | 'huge' | 'missing';

interface StoredFile {
  /** Id of the content version or attachment. */
  readonly id: string;
  readonly kind: FileKind;
  readonly name: string;
  readonly seed: number;
}

/** Size of the one huge file: 1 GB. */
export const hugeSize = 1_000_000_000;

export function createFileTable(db: DatabaseSync): void {
  db.exec(
    'CREATE TABLE file (id TEXT PRIMARY KEY, kind TEXT NOT NULL, name TEXT NOT NULL, seed INTEGER NOT NULL) WITHOUT ROWID',
  );
}

export function fileInserter(db: DatabaseSync): (file: StoredFile) => void {
  const statement = db.prepare('INSERT INTO file (id, kind, name, seed) VALUES (?, ?, ?, ?)');
  return ({ id, kind, name, seed }) => {
    statement.run(id, kind, name, seed);
  };
}

/** The bytes of a small file; empty for a missing one. */
export function smallBytes(kind: DocumentType | 'missing', seed: number): Uint8Array {
  if (kind === 'missing') return new Uint8Array(0);
  const random = new Random(seed, 501);
  const lines = Array.from({ length: random.between(8, 60) }, () => {
    const subject = random.pick(subjects);
    const { statements } = random.chance(0.5) ? subject.company : subject.customer;
    return random.pick(statements).text.replace(/[{}]/g, '');
  });
  return documentBytes(kind, lines);
}

/** @returns the file of a record; null for a record without one. */
function openFile(db: DatabaseSync, id: string): Extract<BackendAnswer, { kind: 'bytes' }> | null {
  const row = db.prepare('SELECT kind, name, seed FROM file WHERE id = ?').get(id);
  if (!row) return null;
  const kind = String(row.kind) as FileKind;
  const fileName = String(row.name);
  if (kind === 'huge')
    return {
      kind: 'bytes',
      size: hugeSize,
      contentType: 'application/octet-stream',
      fileName,
      open: hugeBytes,
    };
  const bytes = smallBytes(kind, Number(row.seed));
  return {
    kind: 'bytes',
    size: bytes.length,
    contentType: kind === 'missing' ? 'application/octet-stream' : mediaTypes[kind],
    fileName,
    async *open(first, last) {
      for (let start = first; start <= last; start += 16_384)
        yield bytes.subarray(start, Math.min(last + 1, start + 16_384));
    },
  };
}

const objects: Readonly<Record<string, string>> = {
  content_versions: 'ContentVersion',
  attachments: 'Attachment',
};

/** @throws BackendError 400 MALFORMED_ID, 404 NOT_FOUND for an id that names no file of this kind. */
export function downloadFile(
  db: DatabaseSync,
  { entity, params }: BackendOperation,
): BackendAnswer {
  const object = objects[entity];
  const id = textParam(params, 'id') ?? '';
  const normal = normalizeCrmId(id);
  if (normal === null) throw crmError(400, 'MALFORMED_ID', `malformed id ${id}`);
  const file =
    object !== undefined &&
    db.prepare(`SELECT 1 FROM ${quoted(object)} WHERE Id = ? AND IsDeleted = 0`).get(normal)
      ? openFile(db, normal)
      : null;
  if (!file) throw crmError(404, 'NOT_FOUND', 'The requested resource does not exist');
  return file;
}
