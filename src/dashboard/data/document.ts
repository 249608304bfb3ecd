/** Documents for urql from the typed texts of codegen: parsed once, each with the hash that replaces its text on the wire. */

import { gql, type TypedDocumentNode } from '@urql/core';
import type { TypedDocumentString } from '../graphql/graphql.ts';
import { hashOf } from './document-hash.ts';

const parsed = new WeakMap<object, object>();
const hashes = new WeakMap<object, string>();

export function documentOf<Data, Variables>(
  text: TypedDocumentString<Data, Variables>,
): TypedDocumentNode<Data, Variables> {
  let document = parsed.get(text);
  if (document === undefined) {
    document = gql<Data, Variables & Record<string, never>>(text.toString());
    parsed.set(text, document);
    const hash = hashOf(text);
    if (hash !== undefined) hashes.set(document, hash);
  }
  return document as TypedDocumentNode<Data, Variables>;
}

/** The hash of a document of `documentOf`; absent for others. */
export const hashOfDocument = (document: object): string | undefined => hashes.get(document);
