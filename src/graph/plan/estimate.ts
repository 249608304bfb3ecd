/**
 * How many upstream calls a query may need at worst, added up from what its fields declare, before
 * it runs. The figures hold while the upstreams keep to their page sizes; repeated attempts are not
 * counted, here or in what a query did cost.
 */

import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
} from 'graphql';
import { UserInputError } from '../../errors.ts';
import { encodedLength, maxQueryBytes } from '../../soql/chunk.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection } from '../needs.ts';
import type { Binding } from './binding.ts';
import { atMost, type Cost, countless, type Flow, listSize, single, times } from './cost.ts';
import type { PlanNode } from './operation.ts';

export interface EstimateRequest {
  readonly binding: Binding;
  readonly context: GraphContext;
}

/** The whole, and which fields contribute most. */
export interface CallEstimate {
  readonly calls: number;
  /** By path, the dearest first. */
  readonly fields: readonly { readonly path: string; readonly calls: number }[];
}

/** Places visited at most: more are no query a person or program means. */
const maxVisits = 20_000;
/** Room for a statement's own words, and for an id in quotes with its comma, as they stand in a URL. */
const frameBytes = 400;
const idBytes = 27;

/** Thrown when a query has too many places to look at; it costs more than any limit. */
class CountlessError extends Error {}

/** @returns upstream calls, never fewer than the query turns out to need. */
export function estimateCalls({ binding, context }: EstimateRequest): CallEstimate {
  // Batches merge what several places ask of one loader: how many do is known after a reading.
  let uses: ReadonlyMap<string, number> = new Map();
  try {
    for (;;) {
      const estimate = new Estimate(binding, context, uses);
      estimate.read();
      if (!isMore(estimate.uses, uses)) return estimate.result();
      uses = estimate.uses;
    }
  } catch (error) {
    if (error instanceof CountlessError) return { calls: countless, fields: [] };
    throw error;
  }
}

/** Whether any loader is asked in more places than was known. */
function isMore(found: ReadonlyMap<string, number>, known: ReadonlyMap<string, number>): boolean {
  for (const [loader, places] of found) if (places > (known.get(loader) ?? 1)) return true;
  return false;
}

/** The declared cost of a field, else that of the type it leads to. */
export function costOf({ type, extensions }: PlanNode['field']): Cost | undefined {
  return (
    declaredCost({ extensions }) ??
    (extensions.within ? undefined : declaredCost(getNamedType(type)))
  );
}

function declaredCost({ extensions }: Pick<GraphQLNamedType, 'extensions'>): Cost | undefined {
  return (extensions.pothosOptions as { readonly cost?: Cost } | undefined)?.cost;
}

/** One reading of a query. */
export class Estimate {
  readonly uses = new Map<string, number>();
  readonly #binding: Binding;
  readonly #context: GraphContext;
  readonly #knownUses: ReadonlyMap<string, number>;
  readonly #path: string[] = [];
  readonly #calls = new Map<string, number>();
  readonly #once = new Map<string, { readonly path: string; readonly calls: number }>();
  readonly #marked = new WeakMap<Flow, Set<string>>();
  /** Of CRM objects that are fetched by id: what all places together select, and their prices. */
  readonly #records = new Map<
    string,
    { readonly texts: Set<string>; readonly pay: (() => void)[] }
  >();
  #visits = 0;

  constructor(binding: Binding, context: GraphContext, knownUses: ReadonlyMap<string, number>) {
    this.#binding = binding;
    this.#context = context;
    this.#knownUses = knownUses;
  }

  /** Calls in the name of the field that is being looked at. */
  add(calls: number, path = this.#path.join('.')): void {
    this.#calls.set(path, atMost((this.#calls.get(path) ?? 0) + calls));
  }

  /** Calls that a request makes once, however many places ask; `what` names what they fetch. */
  once(what: string, calls: number): void {
    const known = this.#once.get(what);
    if (known === undefined || known.calls < calls)
      this.#once.set(what, { path: known?.path ?? this.#path.join('.'), calls });
  }

  /** Whether these objects are marked for the first time: their fields share their flow. */
  mark(flow: Flow, what: string): boolean {
    const marks = this.#marked.get(flow) ?? new Set();
    this.#marked.set(flow, marks);
    return !marks.has(what) && marks.add(what) !== undefined;
  }

  /** How many places of the query ask this loader. */
  sharedBy(loader: string): number {
    return this.#knownUses.get(loader) ?? 1;
  }

  /** Objects looked up by key in batches of at least `perCall`. */
  batch(loader: string, flow: Flow, perCall: number): Flow {
    return this.priced(loader, flow, (rows, waves) => batches(rows, waves, perCall));
  }

  /** The same with a price of its own for all waves together. */
  priced(loader: string, flow: Flow, price: (rows: number, waves: number) => number): Flow {
    const after = this.#through(loader, flow);
    if (flow.rows > 0) this.add(price(flow.rows, flow.waves));
    return after;
  }

  /**
   * Records by id: as many as fit a URL beside everything the query's places select of the object,
   * since a batch selects it all.
   * @param texts what this place adds to the statement.
   */
  records(object: string, flow: Flow, texts: Iterable<string>): Flow {
    const after = this.#through(`record ${object}`, flow);
    let records = this.#records.get(object);
    if (records === undefined) {
      records = { texts: new Set(), pay: [] };
      this.#records.set(object, records);
    }
    for (const text of texts) records.texts.add(text);
    const path = this.#path.join('.');
    const { rows, waves } = flow;
    const shared = records.texts;
    if (rows > 0)
      records.pay.push(() => this.add(batches(rows, waves, idsBeside(bytesOf(shared))), path));
    return after;
  }

  /**
   * What comes out of a loader arrives at the moments of its batches. Where several places ask, or
   * one asks several times, an object may also be known already or on its way for another.
   */
  #through(loader: string, flow: Flow): Flow {
    this.uses.set(loader, (this.uses.get(loader) ?? 0) + 1);
    const { rows, waves } = flow;
    const uses = this.sharedBy(loader);
    const moments = uses === 1 && waves === 1 ? 1 : 2 * waves + uses - 1;
    return rows === 0 ? flow : { rows, waves: Math.min(rows, moments) };
  }

  /** @throws CountlessError */
  read(): void {
    const { schema, definition } = this.#binding.operation.source;
    const root = schema.getRootType(definition.operation);
    if (!isObjectType(root)) return;
    for (const node of this.#binding.operation.root) this.#field(root, node, single);
    for (const { pay } of this.#records.values()) for (const price of pay) price();
  }

  result(): CallEstimate {
    for (const { path, calls } of this.#once.values()) this.add(calls, path);
    const fields = [...this.#calls].map(([path, calls]) => ({ path, calls }));
    fields.sort((a, b) => b.calls - a.calls);
    return { calls: atMost(fields.reduce((sum, { calls }) => sum + calls, 0)), fields };
  }

  /** Everything selected below a node on this type: of an object, or of a connection's rows. */
  #descend(type: GraphQLCompositeType, node: PlanNode, flow: Flow): void {
    if (isAbstractType(type)) {
      // Rows behind an interface may all be of one type, of any.
      for (const possible of node.operation.source.schema.getPossibleTypes(type)) {
        const own = flow.byType === undefined ? flow : flow.byType.get(possible.name);
        if (own !== undefined) this.#descend(possible, node, own);
      }
      return;
    }
    const own = flow.byType?.get(type.name) ?? flow;
    if (own.rows === 0) return;
    if (type.name.endsWith('Connection')) this.#rows(type, node, own);
    else for (const selected of node.below(type)) this.#field(type, selected, own);
  }

  /** Rows under each name they are shown by: every one is resolved by itself. */
  #rows(connection: GraphQLObjectType, node: PlanNode, flow: Flow): void {
    const row = getNamedType(connection.getFields().nodes!.type) as GraphQLCompositeType;
    const { rows, edges } = connectionSelection(node);
    for (const shown of rows) this.#descend(row, shown, flow);
    for (const edge of edges) {
      const type = getNamedType(edge.field.type) as GraphQLObjectType;
      for (const selected of edge.below(type))
        if (selected.field.name !== 'node') this.#field(type, selected, flow);
    }
  }

  #field(type: GraphQLObjectType, node: PlanNode, flow: Flow): void {
    this.#visits += 1;
    if (this.#visits > maxVisits) throw new CountlessError();
    if (node.refused) return;
    const { field } = node;
    const below = getNamedType(field.type);
    const cost = costOf(field);
    if (cost === undefined && !isCompositeType(below)) return;
    this.#path.push(node.responseKey);
    try {
      const found = cost === undefined ? withRows(node, flow) : this.#price(cost, type, node, flow);
      if (isCompositeType(below)) this.#descend(below, node, found);
    } catch (error) {
      // What the field's own resolver refuses asks nothing upstream.
      if (!(error instanceof UserInputError || error instanceof GraphQLError)) throw error;
    } finally {
      this.#path.pop();
    }
  }

  #price(cost: Cost, type: GraphQLObjectType, node: PlanNode, flow: Flow): Flow {
    const binding = this.#binding;
    return cost({
      ...{ type, node, flow, binding, context: this.#context, estimate: this },
      args: binding.args(node),
    });
  }
}

const withRows = ({ field }: PlanNode, flow: Flow): Flow =>
  isListType(getNullableType(field.type)) ? times(flow, listSize) : flow;

/** Calls for keys that arrive at several moments, each a batch of its own. */
function batches(rows: number, waves: number, perCall: number): number {
  return Math.min(rows, Math.ceil(rows / perCall) + waves - 1);
}

function bytesOf(texts: ReadonlySet<string>): number {
  let bytes = frameBytes;
  for (const text of texts) bytes += encodedLength(`${text},`);
  return bytes;
}

/** Ids that fit a statement which takes so many bytes without them. */
export function idsBeside(bytes: number): number {
  return Math.max(1, Math.floor((maxQueryBytes - bytes) / idBytes));
}
