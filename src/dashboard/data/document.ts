/** From the typed texts of codegen to what urql takes: parsed once, each with the hash that stands for it on the wire. */

import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
import { gql, type TypedDocumentNode } from '@urql/core';

/** What codegen makes of an operation: its text, its hash, and the types of its answer and variables. */
export type TypedText<Data, Variables> = DocumentTypeDecoration<Data, Variables> & {
  toString(): string;
  readonly __meta__?: Readonly<Record<string, unknown>> | undefined;
};

const parsed = new WeakMap<object, object>();
const hashes = new WeakMap<object, string>();

export function documentOf<Data, Variables>(
  text: TypedText<Data, Variables>,
): TypedDocumentNode<Data, Variables> {
  let document = parsed.get(text);
  if (document === undefined) {
    document = gql<Data, Variables & Record<string, never>>(text.toString());
    parsed.set(text, document);
    const hash = text.__meta__?.hash;
    if (typeof hash === 'string') hashes.set(document, hash.replace('sha256:', ''));
  }
  return document as TypedDocumentNode<Data, Variables>;
}

/** Of a document made here; absent for others. */
export const hashOfDocument = (document: object): string | undefined => hashes.get(document);
