/** Ranges of time, which leases, spans and walks are about. */

/** Range of time: from inclusive, to exclusive, epoch milliseconds. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
