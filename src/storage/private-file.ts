/** Private files: what the program stores is made whole or not at all, and is readable by its owner alone. */

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Code of a StoredFileError, which survives its way out of a thread, as the class does not. */
export const storedFileCode = 'STORED_FILE';

/** A stored file that can't be what was stored: empty, cut off, or of another program. The message names it, and the remedy. */
export class StoredFileError extends Error {
  readonly code = storedFileCode;

  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'StoredFileError';
  }
}

/** Makes a folder, and those above it, for its owner alone. One that is there stays as its owner made it. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/**
 * Makes a file that is not there yet, in a folder that is. Of several processes at once the first makes it, and all read that.
 * @param make writes the file under the path it is given.
 */
export function makeOnce(file: string, make: (draft: string) => void): void {
  if (existsSync(file)) return;
  writeBeside(file, make, (draft) => {
    try {
      // A link, unlike a rename, never replaces what another process has made meanwhile.
      linkSync(draft, file);
    } catch (error) {
      if (isOneOf(error, 'EEXIST')) return;
      if (!isOneOf(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS')) throw error;
      // A file system without links.
      renameSync(draft, file);
    }
  });
}

/** Puts a file in the place of the one that is there, if any. */
export function replaceFile(file: string, make: (draft: string) => void): void {
  writeBeside(file, make, (draft) => renameSync(draft, file));
}

/** Writes a private draft. */
export function writeDraft(draft: string, content: string | Uint8Array): void {
  writeFileSync(draft, content, { flag: 'wx', mode: 0o600 });
}

/** Expectation of a stored secret. */
interface StoredSecret {
  /** What it is, such as `a signing key`. */
  readonly what: string;
  /** Least length, bytes. */
  readonly least: number;
  /** What the operator may do. */
  readonly remedy: string;
}

/** Reads a secret. @throws StoredFileError for one that is too short, as a full disk leaves it, or all zeros, as a power cut does. */
export function readSecretFile(file: string, { what, least, remedy }: StoredSecret): Buffer {
  const bytes = readStored(file, what);
  keepPrivate(file);
  if (bytes.length >= least && bytes.some((byte) => byte !== 0)) return bytes;
  const came = bytes.length < least ? `${bytes.length} bytes` : 'zeros';
  throw new StoredFileError(
    `Expected ${what} of at least ${least} bytes in ${file}; got ${came}. ${remedy}`,
  );
}

/** @throws StoredFileError for what can't be read as a file, such as a folder */
function readStored(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    throw unreadableFile(file, what, error);
  }
}

export function unreadableFile(file: string, what: string, error: unknown): StoredFileError {
  const { code } = error as NodeJS.ErrnoException;
  return new StoredFileError(`Expected ${what} in the file ${file}; got ${code}.`, error);
}

/** Takes the rights of others from a file that was made with them. One of another owner stays as it is. */
export function keepPrivate(file: string): void {
  try {
    const mode = statSync(file).mode & 0o777;
    if ((mode & 0o077) !== 0) chmodSync(file, mode & 0o700);
  } catch (error) {
    if (!isOneOf(error, 'ENOENT', 'EPERM', 'EROFS')) throw error;
  }
}

/** Writes a draft beside the file, brings it to the disk and puts it in its place; a failure leaves nothing behind. */
function writeBeside(
  file: string,
  make: (draft: string) => void,
  install: (draft: string) => void,
): void {
  const folder = dirname(file);
  removeLeftovers(folder, `${basename(file)}.`);
  const draft = draftOf(file);
  try {
    make(draft);
    keepPrivate(draft);
    sync(draft, 'r+');
    install(draft);
  } finally {
    rmSync(draft, { force: true });
  }
  try {
    sync(folder, 'r');
  } catch (error) {
    // Not every file system syncs folders.
    if (!isOneOf(error, 'EINVAL', 'EISDIR', 'EPERM', 'EACCES', 'ENOTSUP')) throw error;
  }
}

const draftOf = (file: string): string => `${file}.${randomBytes(6).toString('hex')}${draftEnding}`;

/** Paths of two drafts of which a file is put together. @throws Error for a folder that is not there */
export function draftsBeside(file: string): readonly [string, string] {
  removeLeftovers(dirname(file), `${basename(file)}.`);
  return [draftOf(file), draftOf(file)];
}

const draftEnding = '.new';
/** Longer than anything is made. */
const leftoverMs = 3_600_000;

/** Removes the drafts of processes that were killed. @throws Error for a folder that is not there */
function removeLeftovers(folder: string, beginning: string): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(beginning) || !name.endsWith(draftEnding)) continue;
    const path = join(folder, name);
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat !== undefined && Date.now() - stat.mtimeMs > leftoverMs) rmSync(path, { force: true });
  }
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function isOneOf(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
