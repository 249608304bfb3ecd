/** The hash that replaces an operation on the wire, as codegen writes it beside the text. */

/** An operation of codegen, or whatever has its text and hash. */
export interface Hashed {
  toString(): string;
  readonly __meta__?: Readonly<Record<string, unknown>> | undefined;
}

export function hashOf({ __meta__ }: Hashed): string | undefined {
  const hash = __meta__?.hash;
  return typeof hash === 'string' ? hash.replace('sha256:', '') : undefined;
}
