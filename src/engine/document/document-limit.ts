/** Document limits: rejects documents that are too deep or too broad once fragments are expanded, before validation and execution. */

import {
  type DocumentNode,
  GraphQLError,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from '../plan/selected-field.ts';
import { limitError } from './limit-error.ts';

export interface DocumentLimitOptions extends DocumentLimits {
  readonly tokens: number;
  /** Number of values in all arguments, a variable counted at each use. */
  readonly values: number;
}

/** @returns the limit that a document exceeds, as an error; null for none. */
export function excessOf(document: DocumentNode, limits: DocumentLimits): GraphQLError | null {
  try {
    const sentence = excess(measure(document), limits);
    return sentence === null ? null : limitError(sentence);
  } catch (error) {
    if (error instanceof GraphQLError) return limitError(error.message, 'BAD_USER_INPUT');
    throw error;
  }
}

interface DocumentSize {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  /** Characters of the paths of all fields, each written out. */
  readonly paths: number;
  /** Longest chain of introspection lists, each of which multiplies the answer. */
  readonly introspection: number;
  /** Number of selections of the whole schema, as its text or as the list of its types. */
  readonly schemaTexts: number;
  readonly schemaTypes: number;
}

type DocumentLimits = Omit<DocumentSize, 'paths' | 'introspection' | 'schemaTexts' | 'schemaTypes'>;

/** On average; an explanation repeats the path of each field, an error that of its own. */
const charactersPerPath = 512;

/** Lists of `__Type` that lead to further types. */
const typeLists = new Set(['fields', 'interfaces', 'possibleTypes', 'inputFields']);
const longestTypeListChain = 3;

const emptySize: DocumentSize = {
  depth: 0,
  fields: 0,
  aliases: 0,
  directives: 0,
  paths: 0,
  introspection: 0,
  schemaTexts: 0,
  schemaTypes: 0,
};

/**
 * Adds up the largest operation of a document. Each fragment is measured once, so a document
 * whose expansion is astronomical costs no more than its text.
 * @throws GraphQLError when fragments spread each other in a circle.
 */
export function measure(document: DocumentNode): DocumentSize {
  const measurement = new Measurement(document);
  let largest = emptySize;
  for (const definition of document.definitions)
    if (definition.kind === Kind.OPERATION_DEFINITION)
      largest = larger(largest, measurement.ofOperation(definition));
    // A circle is one even among fragments that no operation uses.
    else if (definition.kind === Kind.FRAGMENT_DEFINITION)
      measurement.ofFragment(definition.name.value);
  return largest;
}

/** Sizes of a document's parts, each fragment measured once. */
class Measurement {
  readonly #fragments: ReturnType<typeof fragmentsOf>;
  readonly #known = new Map<string, DocumentSize>();
  readonly #open = new Set<string>();

  constructor(document: DocumentNode) {
    this.#fragments = fragmentsOf(document);
  }

  ofOperation(operation: OperationDefinitionNode): DocumentSize {
    const size = this.#ofSelections(operation.selectionSet);
    const { introspection, schemaTypes } = introspects(operation) ? size : emptySize;
    const directives = size.directives + (operation.directives?.length ?? 0);
    return { ...size, directives, introspection, schemaTypes };
  }

  ofFragment(name: string): DocumentSize {
    const fragment = this.#fragments[name];
    if (fragment === undefined) return emptySize;
    const before = this.#known.get(name);
    if (before !== undefined) return before;
    if (this.#open.has(name))
      throw new GraphQLError(`Fragment ${name} spreads itself.`, { nodes: [fragment] });
    this.#open.add(name);
    const size = this.#ofSelections(fragment.selectionSet);
    this.#open.delete(name);
    const total = { ...size, directives: size.directives + (fragment.directives?.length ?? 0) };
    this.#known.set(name, total);
    return total;
  }

  #ofSelections(set: SelectionSetNode): DocumentSize {
    let { depth, fields, aliases, directives, paths, introspection, schemaTexts, schemaTypes } =
      emptySize;
    for (const selection of set.selections) {
      directives += selection.directives?.length ?? 0;
      const isField = selection.kind === Kind.FIELD;
      const inner = this.#below(selection);
      if (isField) {
        fields += 1;
        if (selection.alias !== undefined) aliases += 1;
        const { length } = (selection.alias ?? selection.name).value;
        paths += length + inner.fields * (length + 1);
        if (selection.name.value === 'sdl') schemaTexts += 1;
        if (selection.name.value === 'types') schemaTypes += 1;
      }
      const listed = isField && typeLists.has(selection.name.value) ? 1 : 0;
      depth = Math.max(depth, inner.depth + (isField ? 1 : 0));
      fields += inner.fields;
      aliases += inner.aliases;
      directives += inner.directives;
      paths += inner.paths;
      introspection = Math.max(introspection, inner.introspection + listed);
      schemaTexts += inner.schemaTexts;
      schemaTypes += inner.schemaTypes;
    }
    return { depth, fields, aliases, directives, paths, introspection, schemaTexts, schemaTypes };
  }

  #below(selection: SelectionNode): DocumentSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return this.ofFragment(selection.name.value);
    return selection.selectionSet === undefined
      ? emptySize
      : this.#ofSelections(selection.selectionSet);
  }
}

/** The larger of each figure. */
const larger = (a: DocumentSize, b: DocumentSize): DocumentSize => ({
  depth: Math.max(a.depth, b.depth),
  fields: Math.max(a.fields, b.fields),
  aliases: Math.max(a.aliases, b.aliases),
  directives: Math.max(a.directives, b.directives),
  paths: Math.max(a.paths, b.paths),
  introspection: Math.max(a.introspection, b.introspection),
  schemaTexts: Math.max(a.schemaTexts, b.schemaTexts),
  schemaTypes: Math.max(a.schemaTypes, b.schemaTypes),
});

/** Field names such as `fields` mean something only below the introspection roots. */
function introspects(operation: OperationDefinitionNode): boolean {
  return operation.selectionSet.selections.some(
    (selection) => selection.kind !== Kind.FIELD || selection.name.value.startsWith('__'),
  );
}

/** @returns one sentence for the first limit the document exceeds, or null. */
function excess(size: DocumentSize, limits: DocumentLimits): string | null {
  for (const [name, unit] of [
    ['depth', 'levels deep'],
    ['aliases', 'aliases'],
    ['directives', 'directives'],
    ['fields', 'fields'],
  ] as const)
    if (size[name] > limits[name])
      return `Expected a document of at most ${limits[name]} ${unit}; got ${size[name]}.`;
  const longestPaths = limits.fields * charactersPerPath;
  if (size.paths > longestPaths)
    return `Expected a document whose fields’ paths are at most ${longestPaths} characters together; got ${size.paths}. Use shorter aliases.`;
  if (size.introspection > longestTypeListChain)
    return `Expected introspection with at most ${longestTypeListChain} lists of types inside each other; got ${size.introspection}.`;
  // The same megabyte under a hundred names is a hundred megabytes.
  if (size.schemaTexts > 1 || size.schemaTypes > 1)
    return `Expected a document that asks for the whole schema once; got ${Math.max(size.schemaTexts, size.schemaTypes)} times.`;
  return null;
}
