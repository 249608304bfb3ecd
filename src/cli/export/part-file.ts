/**
 * Part file of an export under way: rows go to `PATH.part`, and `PATH.part.json` holds the number
 * of valid bytes and the cursor of the next run. `PATH` itself appears when the last row is
 * written.
 */

import { createHash } from 'node:crypto';
import {
  constants,
  existsSync,
  lstatSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { UserInputError } from '../../errors.ts';
import type { IncompleteList } from '../../fetch/incomplete-list.ts';

/** Progress of an export. */
export interface ExportProgress {
  /** The cursor to go on from; null at the beginning and where there are no pages. */
  readonly after: string | null;
  /** Whether the last row is there. */
  readonly isWhole: boolean;
  /** In the file; unnesting makes several of a record, or one. */
  readonly rows: number;
  readonly records: number;
  /** Number of rows in pages whose inner lists may be incomplete. */
  readonly doubtful: number;
  readonly incomplete: readonly IncompleteList[];
}

interface State extends ExportProgress {
  /** Hash of the options' identity. */
  readonly identity: string;
  /** Valid length of the part file; bytes beyond it are cut off. */
  readonly bytes: number;
}

interface PartFileOptions {
  readonly out: string;
  /** Document, variables, format and columns: another export does not continue this one. */
  readonly identity: readonly unknown[];
  /** Begin anew even where an unfinished export could go on. */
  readonly restart: boolean;
  /** Write over a finished file. */
  readonly force: boolean;
}

const noProgress: ExportProgress = {
  after: null,
  isWhole: false,
  rows: 0,
  records: 0,
  doubtful: 0,
  incomplete: [],
};

/** Makes the file of the part, where they are not the same text. */
export type Pack = (part: string, out: string) => Promise<void>;

/** @throws UserInputError for a directory, one that is not there, and an existing file without `--force`. */
export function expectNoFile(out: string, force: boolean): void {
  const directory = dirname(out);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UserInputError(
      `--out: expected a path that can be written; there is no directory ${directory}.`,
    );
  const stats = statSync(out, { throwIfNoEntry: false });
  if (stats?.isDirectory())
    throw new UserInputError(`--out: expected the path of a file; got the directory ${out}.`);
  // A link that leads nowhere is something, too.
  const isTaken = lstatSync(out, { throwIfNoEntry: false }) !== undefined;
  if (isTaken && !force)
    throw new UserInputError(`Expected no file at ${out}; there is one. --force writes over it.`);
}

export class PartFile {
  readonly #out: string;
  readonly #identity: string;
  readonly #file: FileHandle;
  /** Progress of an earlier run. */
  readonly begun: ExportProgress;
  #bytes: number;

  private constructor(out: string, identity: string, file: FileHandle, state: State | null) {
    this.#out = out;
    this.#identity = identity;
    this.#file = file;
    this.begun = state ?? noProgress;
    this.#bytes = state?.bytes ?? 0;
  }

  /** @throws UserInputError where a finished file, or the part of another export, is in the way. */
  static async open({ out, identity, restart, force }: PartFileOptions): Promise<PartFile> {
    expectNoFile(out, force);
    const digest = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
    claim(out);
    try {
      const state = restart ? null : readState(out, digest);
      const file = state === null ? await openNew(partOf(out)) : await openAgain(partOf(out));
      // A kill between two writes leaves text that no state vouches for.
      if (state !== null) await file.truncate(state.bytes);
      return new PartFile(out, digest, file, state);
    } catch (error) {
      release(claimOf(out));
      throw error;
    }
  }

  /** Appends text and commits it with `progress`: the next run continues from there, or from the state before. */
  async append(text: string, progress: ExportProgress): Promise<void> {
    await this.#write(text);
    const state: State = { ...progress, identity: this.#identity, bytes: this.#bytes };
    const written = `${stateOf(this.#out)}.new`;
    rmSync(written, { force: true });
    writeFileSync(written, JSON.stringify(state), { flag: 'wx' });
    renameSync(written, stateOf(this.#out));
  }

  /** Renames the part, or its packed form, to the final name. A kill on the way leaves the part complete for the next run. */
  async finish(pack: Pack | null): Promise<void> {
    await this.#file.sync();
    await this.#file.close();
    if (pack !== null) {
      const packed = `${partOf(this.#out)}.packed`;
      // Made here, so that it is a file and no link to one.
      await (await openNew(packed)).close();
      await pack(partOf(this.#out), packed).catch((error: unknown) => {
        rmSync(packed, { force: true });
        throw error;
      });
      const file = await open(packed, 'r+');
      await file.sync();
      await file.close();
      renameSync(packed, this.#out);
      rmSync(partOf(this.#out));
    } else renameSync(partOf(this.#out), this.#out);
    rmSync(stateOf(this.#out), { force: true });
    release(claimOf(this.#out));
  }

  /** Leaves the part as it is, for the next run. */
  async leave(): Promise<void> {
    await this.#file.close().catch(() => {});
    // Nothing to go on from is nothing to keep.
    if (!existsSync(stateOf(this.#out))) rmSync(partOf(this.#out), { force: true });
    release(claimOf(this.#out));
  }

  async #write(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    let at = 0;
    while (at < bytes.length) {
      const { bytesWritten } = await this.#file.write(bytes, at, bytes.length - at, this.#bytes);
      at += bytesWritten;
      this.#bytes += bytesWritten;
    }
  }
}

/** Makes a file in the place of whatever has the name. A link is taken away, and what it leads to stays as it is. */
async function openNew(path: string): Promise<FileHandle> {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return open(path, 'wx');
}

/** @throws UserInputError for a link: another file would be written. */
async function openAgain(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDWR | constants.O_NOFOLLOW);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ELOOP') throw error;
    throw new UserInputError(
      `Expected a file at ${path}; got a symbolic link. --restart begins anew.`,
    );
  }
}

export const partOf = (out: string): string => `${out}.part`;
const stateOf = (out: string): string => `${out}.part.json`;
/** Holds the id of the process that writes the part: two that did would write over each other's rows. */
const claimOf = (out: string): string => `${out}.part.pid`;

/** Claims of this process, removed at its end, by a signal too. */
const held = new Set<string>();

function hold(path: string): void {
  if (held.size === 0) process.on('exit', releaseAll);
  held.add(path);
}

function release(path: string): void {
  held.delete(path);
  if (held.size === 0) process.off('exit', releaseAll);
  rmSync(path, { force: true });
}

function releaseAll(): void {
  for (const path of held) release(path);
}

/** @throws UserInputError where another process writes the same file, or none can. */
function claim(out: string): void {
  const path = claimOf(out);
  for (let attempt = 0; ; attempt += 1)
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      hold(path);
      return;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST')
        throw new UserInputError(
          `--out: expected a path that can be written; got ${code} at ${path}.`,
        );
      const pid = Number(readFileSync(path, 'utf8'));
      // Its own id is that of a process before it, where it holds no claim: containers give the same ids again.
      const isTaken = pid === process.pid ? held.has(path) : isRunning(pid);
      if (attempt > 0 || isTaken)
        throw new UserInputError(
          `${partOf(out)} is being written by process ${pid}. Where that is another program, remove ${path}.`,
        );
      // The process that claimed it was killed.
      rmSync(path, { force: true });
    }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** @throws UserInputError for the state of another export, or of a part that is gone. */
function readState(out: string, identity: string): State | null {
  if (!existsSync(stateOf(out))) return null;
  const state = parsed(readFileSync(stateOf(out), 'utf8'));
  const inTheWay = (why: string): UserInputError =>
    new UserInputError(`${stateOf(out)}: ${why}. --restart begins anew.`);
  if (state === null) throw inTheWay('expected the state of an unfinished export; got other text');
  if (state.identity !== identity)
    throw inTheWay('expected the same document, variables and format as the unfinished export had');
  if (!existsSync(partOf(out)) || statSync(partOf(out)).size < state.bytes)
    throw inTheWay(`expected ${state.bytes} bytes in ${partOf(out)}; some of them are gone`);
  return state;
}

function parsed(text: string): State | null {
  try {
    const state = JSON.parse(text) as State;
    const leadsOn = typeof state.after === 'string' || state.isWhole === true;
    return typeof state.bytes === 'number' && leadsOn ? state : null;
  } catch {
    return null;
  }
}
