/** Limits of the CRM on one statement: its length, its rows and its offset. */

/** Length limit of a query: the CRM rejects longer request URIs, of which host, path and version take a share. */
export const maxQueryBytes = 16_384 - 384;
/** Page size of the CRM: a chunk of so many keys is one call. */
export const maxRows = 2_000;
/** The most rows one search gives. */
export const maxSearchRows = 2_000;
/** Largest OFFSET. */
export const maxOffset = 2_000;
/** Rows of a statement with FIELDS(ALL) or FIELDS(CUSTOM). */
export const maxWideRows = 200;
