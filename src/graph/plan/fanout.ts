/** Fan-out: how many objects a field is resolved on, and in how many batches they arrive. */

import type { CrmObject } from '../../contract/crm/model.ts';

/** Fan-out at a field of the query: how many objects at most, arriving in how many batches. */
export interface Fanout {
  readonly rows: number;
  /** Objects that arrive together are loaded in one batch; each further moment may be one batch more. */
  readonly batches: number;
  /** For CRM records: references away from the record that the statement selected. */
  readonly level?: number;
  /** For CRM records: keys of the child windows that came along. */
  readonly prefetched?: ReadonlySet<string>;
  /** Objects of the CRM that what hangs on these rows may lead to. */
  readonly targets?: readonly CrmObject[];
  /** Behind an interface or union: of each type that can be there. */
  readonly byType?: ReadonlyMap<string, Fanout>;
}

/** Objects of a list that is no connection: parties of a call, people behind its voices. */
export const listSize = 50;
/** Cap of all figures. */
export const countless = 1e9;

export const atMost = (figure: number): number => Math.min(figure, countless);
export const single: Fanout = { rows: 1, batches: 1 };
export const none: Fanout = { rows: 0, batches: 0 };

/** `rows` objects below each of a flow. */
export const times = ({ rows, batches }: Fanout, each: number): Fanout => ({
  rows: atMost(rows * each),
  batches,
});
