/** What was read of the rows earlier requests left, and whether reading it again would give the same. */

import type { KeptRow } from '../connector/entity-memory.ts';
import type { Reliance } from '../connector/entity-store.ts';
import type { EntitySpec } from '../records/catalog.ts';
import type { Holding } from './brought.ts';
import type { GraphContext } from './context.ts';

interface Read {
  readonly entity: EntitySpec;
  readonly id: string;
  readonly fields: ReadonlySet<string>;
  readonly kept: KeptRow;
}

export class KeptReading implements Holding {
  readonly #reads: Read[] = [];
  #reliance: Reliance | null = null;

  /** The row, noted as read; undefined where it would have to be fetched. */
  read(
    { connector }: GraphContext,
    entity: EntitySpec,
    id: string,
    fields: ReadonlySet<string>,
  ): KeptRow | undefined {
    const kept = connector.entities.peek(entity, id, fields);
    if (kept !== undefined) this.#reads.push({ entity, id, fields, kept });
    return kept;
  }

  holds({ connector: { entities } }: GraphContext): boolean {
    if (this.#reliance !== null && entities.relies(this.#reliance)) return true;
    for (const { entity, id, fields, kept } of this.#reads)
      if (entities.peek(entity, id, fields) !== kept) return false;
    this.#reliance = entities.reliance(this.#reads);
    return true;
  }
}
