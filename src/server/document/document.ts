/** Document resolution: the document that a request means, by its own text, as a trusted one by name or hash, or as one sent before; and the bounded cache of documents. */

import { hash } from 'node:crypto';
import {
  type DocumentNode,
  GraphQLError,
  Kind,
  parse,
  print,
  stripIgnoredCharacters,
} from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { limitError } from '../../engine/document/limit-error.ts';
import { memoizeByObject } from '../../engine/memoize.ts';
import type { ErrorCode } from '../../errors.ts';
import { currentRequest } from '../request-record.ts';

export interface TrustedDocument {
  readonly name: string;
  readonly query: string;
}

/** Texts clients have registered by their hash (automatic persisted queries). */
export interface PersistedTexts {
  get(hash: string): string | null | Promise<string | null>;
  set(hash: string, text: string): void | Promise<void>;
}

export interface DocumentOptions {
  readonly trusted: readonly TrustedDocument[];
  /** Further trusted documents by whatever id a build step gave them. */
  readonly manifest?: Readonly<Record<string, string>>;
  /** True: nothing but trusted documents is executed, and nothing is registered. */
  readonly onlyTrusted: boolean;
  /** Whether introspection is allowed where only trusted documents are executed. Default: no. */
  readonly introspection?: boolean;
  /** A longer text is refused before anything looks at it. Default: any length. */
  readonly maxCharacters?: number;
  /** Default: in this process, within bounds. */
  readonly persisted?: PersistedTexts;
}

export interface Documents {
  /**
   * Puts the meant document's text into the parameters.
   * @throws GraphQLError when it is too long, not known, not trusted, or its hash belongs to another text.
   */
  resolve(params: GraphQLParams): GraphQLParams | Promise<GraphQLParams>;
}

/** Parameters that name a document instead of holding it. */
export const extraParams = ['documentId'];

const longestText = 2 ** 17;

export function boundedTexts(): PersistedTexts {
  const texts = new LRUCache<string, string>({
    maxSize: 2 ** 22,
    // So at most 4,096 texts, however short.
    sizeCalculation: (text) => text.length + 1_024,
  });
  return {
    get: (hash) => texts.get(hash) ?? null,
    set: (hash, text) => void texts.set(hash, text),
  };
}

export function createDocuments(options: DocumentOptions): Documents {
  const { onlyTrusted, persisted = boundedTexts(), maxCharacters = Infinity } = options;
  const { introspection = false } = options;
  const { byId, names } = indexTrusted(options);

  const isListed = (text: string): boolean => {
    const name = names.get(textKey(text));
    const record = currentRequest.getStore();
    if (record !== undefined && name !== undefined) record.operation = name;
    return name !== undefined;
  };

  async function fromStore(hash: string, params: GraphQLParams): Promise<GraphQLParams> {
    const text = onlyTrusted ? null : await persisted.get(hash);
    // Clients that register documents wait for exactly this message. What is stored may be cut off or another's.
    if (text === null || hashOf(text) !== hash)
      throw httpError(404, 'DOCUMENT_NOT_FOUND', 'PersistedQueryNotFound');
    return { ...params, query: text };
  }

  function named(id: string, params: GraphQLParams): GraphQLParams | Promise<GraphQLParams> {
    const trusted = byId.get(id);
    if (trusted === undefined) return fromStore(id, params);
    isListed(trusted);
    return { ...params, query: trusted };
  }

  /** @throws GraphQLError for a document that is not trusted where no other is executed. */
  function checkTrusted(text: string): void {
    if (isListed(stripped(text)) || (introspection && isIntrospectionOnly(text))) return;
    throw httpError(403, 'DOCUMENT_NOT_FOUND', 'Expected a trusted document; got another one.');
  }

  return {
    resolve(params) {
      const id = documentId(params);
      const text = typeof params.query === 'string' ? params.query : undefined;
      if (text === undefined) return id === null ? params : named(id, params);
      if (text.length > maxCharacters)
        throw limitError(
          `Expected a document of at most ${maxCharacters} characters; got ${text.length}.`,
        );
      if (id !== null && byId.get(id) !== text && id !== hashOf(text))
        throw httpError(
          400,
          'BAD_USER_INPUT',
          'Expected the SHA-256 of the query; got another hash.',
        );
      if (isListed(text)) return params;
      if (onlyTrusted) checkTrusted(text);
      if (onlyTrusted || id === null || text.length > longestText) return params;
      const stored = persisted.set(id, text);
      return stored === undefined ? params : stored.then(() => params);
    },
  };
}

export function useDocuments(documents: Documents): Plugin {
  return {
    async onParams({ params, setParams }) {
      const { documentId: _, ...resolved } = (await documents.resolve(params)) as GraphQLParams & {
        documentId?: unknown;
      };
      setParams(resolved);
    },
  };
}

/** A text without blanks, commas and comments, as some clients send it; empty where it is no document. */
function stripped(text: string): string {
  try {
    return text.length > longestText ? '' : stripIgnoredCharacters(text);
  } catch {
    return '';
  }
}

/** Trusted texts are known as they are written and as a client's printer would print or strip them. */
function indexTrusted({ trusted, manifest = {} }: DocumentOptions) {
  const byId = new Map<string, string>(Object.entries(manifest));
  const names = new Map<string, string>();
  const all = [
    ...trusted,
    ...Object.entries(manifest).map(([name, query]) => ({ name: name.slice(0, 16), query })),
  ];
  for (const { name, query } of all)
    for (const text of new Set([
      query,
      query.trim(),
      print(parse(query)),
      stripIgnoredCharacters(query),
    ])) {
      names.set(textKey(text), name);
      byId.set(hashOf(text), query);
    }
  for (const { name, query } of trusted) byId.set(name, query);
  return { byId, names };
}

function documentId(params: GraphQLParams): string | null {
  const { documentId } = params as { documentId?: unknown };
  if (typeof documentId === 'string') return documentId.replace(/^sha256:/, '');
  const query: unknown = params.extensions?.persistedQuery;
  if (typeof query !== 'object' || query === null || !('sha256Hash' in query)) return null;
  return typeof query.sha256Hash === 'string' ? query.sha256Hash : null;
}

function httpError(status: number, code: ErrorCode, message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code, http: { status } } });
}

/** First letters of the hash of its text: enough to find a document, nothing of what it says. */
export const fingerprint = memoizeByObject((document: DocumentNode) =>
  hashOf(document.loc?.source.body ?? print(document)).slice(0, 12),
);

const roots = new Set(['__schema', '__type', '__typename']);
/** The longest that tools send have about 250. */
const mostTokens = 1_000;

/** False for what can't be parsed, too: it is no trusted document either. */
function isIntrospectionOnly(text: string): boolean {
  if (!text.includes('__')) return false;
  let document: DocumentNode;
  try {
    document = parse(text, { maxTokens: mostTokens, noLocation: true });
  } catch {
    return false;
  }
  // What hangs on these fields are types of the introspection, and fragments on them.
  return document.definitions.every(
    (definition) =>
      definition.kind === Kind.FRAGMENT_DEFINITION ||
      (definition.kind === Kind.OPERATION_DEFINITION &&
        definition.operation === 'query' &&
        definition.selectionSet.selections.every(
          (selection) => selection.kind === Kind.FIELD && roots.has(selection.name.value),
        )),
  );
}

/** Memory per character of a document's text: 80 bytes of tree and about as much of compiled operation. */
const bytesPerCharacter = 160;
const entryBytes = 500;

interface TextCache<Value> {
  get(text: string): Value | undefined;
  set(text: string, value: Value): void;
}

/** Valid documents with their compiled operations, and what is said of refused ones, within bounds of memory. */
export interface DocumentCache {
  readonly valid: TextCache<DocumentNode>;
  /** What is said of a text that is refused. Its tree is not kept: it would push out good ones, and takes longer to move than to make. */
  readonly refused: TextCache<Error>;
  /** Bytes of both, roughly. */
  bytes(): number;
}

export function boundedDocumentCache(maxBytes: number): DocumentCache {
  const valid = bounded<DocumentNode>((maxBytes * 7) / 8);
  const refused = bounded<Error>(maxBytes / 8);
  return {
    valid: valid.cache,
    refused: refused.cache,
    bytes: () => valid.bytes() + refused.bytes(),
  };
}

function bounded<Value extends object>(maxBytes: number) {
  const values = new LRUCache<string, Value>({ maxSize: Math.max(1, Math.floor(maxBytes)) });
  const cache: TextCache<Value> = {
    get: (text) => values.get(textKey(text)),
    set: (text, value) =>
      void values.set(textKey(text), value, {
        size: entryBytes + bytesPerCharacter * text.length,
      }),
  };
  return { cache, bytes: () => values.calculatedSize };
}

/**
 * V8 takes the length of a longer text for its hash, and compares it with each text of that length
 * that has not been collected yet: a hundred refused documents of 250 KB, alike but for their end,
 * took milliseconds at each look into a map.
 */
export const longestKey = 16_383;

/** Map key of a text. */
export function textKey(text: string): string {
  if (text.length <= longestKey) return text;
  if (text !== last.text) last = { text, key: hashOf(text) };
  return last.key;
}

/** One request looks into several maps. */
let last = { text: '', key: '' };

/** SHA-256 in hexadecimal, as clients of persisted queries send it. */
export function hashOf(text: string): string {
  return hash('sha256', text);
}
