/** Plain reads: resolvers that only read a property of their object, so the executor calls them without `info`. */

/** Reads a property of an object, synchronously and independent of the viewer. */
type PlainRead<Source> = (source: Source) => unknown;

/** Marks the functions themselves, so that a resolver wrapped around one, such as a permission check, is no plain read. */
const plainReads = new WeakSet<object>();

/** Declares a resolver that reads only its object and returns no promise. */
export function plain<Read extends (source: never) => unknown>(read: Read): Read {
  plainReads.add(read);
  return read;
}

/** Returns the resolver as a plain read; null where it may read more than its object. */
export function plainRead(resolve: object): PlainRead<unknown> | null {
  return plainReads.has(resolve) ? (resolve as PlainRead<unknown>) : null;
}
