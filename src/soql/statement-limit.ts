/** Limits of one statement: those of the CRM on its length, rows and offset, and those of the parser on its parts. */

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
/** Characters of a statement. */
export const maxLength = 100_000;
/** Limit of nesting of parentheses, calls and queries, deeper than any real query. */
export const maxDepth = 100;
/** Length limit of a name, above any that the CRM allows. */
export const maxName = 255;
/** Characters of a statement that a client wrote. */
export const maxFreeLength = 20_000;
/** Limit of a path's parts: an alias, five relationships up and the field itself. */
export const maxParts = 7;
/** Length limit of a path, above any that the CRM allows. */
export const maxPath = 400;
/** Length limit of strings in a WHERE clause, counted after escaping, which errs on the safe side. */
export const maxStringLength = 4_000;
/** Characters of a search term. */
export const maxTermLength = 4_000;
