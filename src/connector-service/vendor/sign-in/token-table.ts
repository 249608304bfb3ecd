/**
 * Token table: the interface of SQLite, PostgreSQL and Redis as storage of sealed tokens, each in a
 * file of its own.
 */

/** Storage of a token store: sealed bytes and a lock by account. Throws the errors of its driver. */
export interface TokenTable {
  read(account: string): Promise<Uint8Array | null>;
  /** Settles when the bytes are as durable as the place makes them. */
  write(account: string, sealed: Uint8Array): Promise<void>;
  /** Acquires a free lock for so many ms. */
  take(account: string, holder: string, leaseMs: number): Promise<boolean>;
  free(account: string, holder: string): Promise<void>;
  close(): Promise<void> | void;
}
