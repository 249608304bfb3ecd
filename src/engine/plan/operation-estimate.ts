/**
 * Operation estimate: how many upstream calls a query may need at worst, from the cost of its fields, before it
 * runs. It holds while the upstreams keep to their page sizes; repeated attempts are counted neither here nor in
 * the actual cost. An operation caches its estimates by the values of the request that they depend on.
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
import { type PageArgs, readWindow } from '../../fetch/connection.ts';
import { type MaybePromise, thenMaybe } from '../../fetch/maybe-promise.ts';
import { reserveOf } from '../../upstream/request-allowance.ts';
import { forbiddenTo, guardOf } from '../field-permission.ts';
import type { Args } from './argument.ts';
import {
  type CallEstimate,
  CostSum,
  countless,
  type Fanout,
  listSize,
  single,
  times,
} from './cost-sum.ts';
import type { Cost, EstimateInput, FieldPlace } from './field-cost.ts';
import { missesAccess, readMissedAccess } from './known-access.ts';
import { Binding, type PlanNode } from './operation.ts';
import { connectionSelection } from './row-requirement.ts';

/** Places visited at most: more are no query a person or program means. */
const maxVisits = 20_000;

/** Thrown when a query has too many places to look at; it costs more than any limit. */
class CountlessError extends Error {}

/** @returns upstream calls, never fewer than the query turns out to need. */
export function estimateCalls(input: EstimateInput): CallEstimate {
  const cached = input.binding.operation.memo('estimates', () => new EstimateCache());
  return (
    cached.find(input) ?? cached.store(input, (dependencies) => estimated(input, dependencies))
  );
}

/**
 * Grants the request the estimated upstream calls and a reserve as its allowance.
 * @param runs whether the operation is executed; else nothing is read, and of what is not known the least is counted.
 * @returns the granted calls, which the request can't exceed.
 */
export function estimateAndGrant(
  input: EstimateInput,
  runs = true,
  reserve: (estimated: number) => number = reserveOf,
): MaybePromise<CallEstimate> {
  const first = estimateCalls(input);
  const { context } = input;
  const reading = runs ? readMissedAccess(context) : false;
  return thenMaybe(reading, (isRead) => {
    const { calls, ...estimate } = isRead ? estimateCalls(input) : first;
    const held = reserve(calls);
    context.allowance.grant(calls, held);
    const isLeast = !runs && missesAccess(context);
    return { ...estimate, calls: calls + held, reserve: held, isLeast };
  });
}

/** A field that no run would answer, whatever its rows are: its right is missing, or its arguments can't be. */
export interface RefusedField {
  readonly node: PlanNode;
  /** Response keys, without the indexes of rows. */
  readonly path: readonly string[];
  readonly cause: Error;
}

/** The fields that would be refused. Of a query whose cost is within a limit. */
export function refusedFields(input: EstimateInput): readonly RefusedField[] {
  const { binding } = input;
  const refused = new Map<string, RefusedField>();
  const walk = new Walk(input, { dependencies: new Map(), binding }, new Map(), (field) => {
    // Each type behind an interface has the field.
    refused.set(`${field.path.join('.')} ${field.cause.message}`, field);
  });
  walk.all();
  return [...refused.values()];
}

function estimated(input: EstimateInput, dependencies: Dependencies): CallEstimate {
  // Batches merge the keys of several fields of one loader: how many fields share it is known only
  // after a pass.
  let uses: ReadonlyMap<string, number> = new Map();
  const reads = { dependencies, binding: new DeclaredReads(input.binding, dependencies) };
  try {
    for (;;) {
      const walk = new Walk(input, reads, uses);
      walk.all();
      const { estimate } = walk;
      if (!isMore(estimate.uses, uses)) return estimate.result();
      uses = estimate.uses;
    }
  } catch (error) {
    if (error instanceof CountlessError)
      return {
        ...{ calls: countless, reserve: 0, isLeast: false, values: countless, fields: [] },
        systems: { 'call-analytics': countless, crm: countless },
      };
    throw error;
  }
}

/** Whether any loader is used by more fields than assumed. */
function isMore(
  fieldsByLoader: ReadonlyMap<string, number>,
  cached: ReadonlyMap<string, number>,
): boolean {
  for (const [loader, places] of fieldsByLoader)
    if (places > (cached.get(loader) ?? 1)) return true;
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

/** The binding that costs read: each node whose arguments they read is a dependency of the estimate. */
class DeclaredReads extends Binding {
  readonly #source: Binding;
  readonly #dependencies: Dependencies;

  constructor(source: Binding, dependencies: Dependencies) {
    super(source.operation, source.variables);
    this.#source = source;
    this.#dependencies = dependencies;
  }

  override args(node: PlanNode): Args {
    if (node.args.fixed === null)
      this.#dependencies.set(`${node.index}`, ({ binding }) => binding.args(node));
    return this.#source.args(node);
  }
}

/** One walk through a query. */
class Walk {
  readonly estimate: CostSum;
  readonly #input: EstimateInput;
  readonly #dependencies: Dependencies;
  readonly #binding: Binding;
  readonly #refused: ((field: RefusedField) => void) | null;
  #visits = 0;

  constructor(
    input: EstimateInput,
    { dependencies, binding }: { readonly dependencies: Dependencies; readonly binding: Binding },
    uses: ReadonlyMap<string, number>,
    refused: ((field: RefusedField) => void) | null = null,
  ) {
    this.#refused = refused;
    this.estimate = new CostSum(uses);
    this.#input = input;
    this.#dependencies = dependencies;
    this.#binding = binding;
  }

  /** @throws CountlessError */
  all(): void {
    const { binding } = this.#input;
    const { schema, definition } = binding.operation.source;
    const root = schema.getRootType(definition.operation);
    if (!isObjectType(root)) return;
    for (const node of binding.operation.root) this.#field(root, node, single);
  }

  /** Everything selected below a node on this type: of an object, or of a connection's rows. */
  #descend(type: GraphQLCompositeType, node: PlanNode, fanout: Fanout): void {
    if (isAbstractType(type)) {
      // Rows behind an interface may all be of one type, of any.
      for (const possible of node.operation.source.schema.getPossibleTypes(type)) {
        const possibleFanout =
          fanout.byType === undefined ? fanout : fanout.byType.get(possible.name);
        if (possibleFanout !== undefined) this.#descend(possible, node, possibleFanout);
      }
      return;
    }
    const ownFanout = fanout.byType?.get(type.name) ?? fanout;
    if (ownFanout.rows === 0) return;
    if (type.name.endsWith('Connection')) this.#rows(type, node, ownFanout);
    else for (const selected of node.below(type)) this.#field(type, selected, ownFanout);
  }

  /** Rows under each name they are shown by: every one is resolved by itself. */
  #rows(connection: GraphQLObjectType, node: PlanNode, fanout: Fanout): void {
    const row = getNamedType(connection.getFields().nodes!.type) as GraphQLCompositeType;
    const { rows, edges } = connectionSelection(node);
    const descend = (rowNode: PlanNode): void =>
      this.estimate.inField(rowNode.responseKey, () => this.#descend(row, rowNode, fanout));
    for (const rowNode of rows) if (rowNode.field.name === 'nodes') descend(rowNode);
    for (const edge of edges) {
      const type = getNamedType(edge.field.type) as GraphQLObjectType;
      this.estimate.inField(edge.responseKey, () => {
        for (const selected of edge.below(type))
          if (selected.field.name === 'node') descend(selected);
          else this.#field(type, selected, fanout);
      });
    }
  }

  #field(type: GraphQLObjectType, node: PlanNode, fanout: Fanout): void {
    this.#visits += 1;
    if (this.#visits > maxVisits) throw new CountlessError();
    this.estimate.values += fanout.rows;
    if (node.refused) {
      this.#forbidden(node);
      return;
    }
    const { field } = node;
    const below = getNamedType(field.type);
    const cost = costOf(field);
    if (cost === undefined && !isCompositeType(below)) return;
    this.estimate.inField(node.responseKey, () => {
      try {
        if (this.#refused !== null && below.name.endsWith('Connection'))
          readWindow(this.#binding.args(node) as PageArgs, this.#input.context.pageLimits);
        const childFanout =
          cost === undefined ? withRows(node, fanout) : cost(this.#place(type, node, fanout));
        if (isCompositeType(below)) this.#descend(below, node, childFanout);
      } catch (error) {
        // A field whose arguments are invalid sends nothing upstream.
        if (!(error instanceof UserInputError || error instanceof GraphQLError)) throw error;
        this.#refused?.({ node, path: [...this.estimate.path], cause: error });
      }
    });
  }

  #forbidden(node: PlanNode): void {
    if (this.#refused === null) return;
    const cause = forbiddenTo(this.#input.context.viewer, guardOf(node.field)!);
    this.#refused({ node, path: [...this.estimate.path, node.responseKey], cause });
  }

  /** The field as its cost reads it. */
  #place(type: GraphQLObjectType, node: PlanNode, fanout: Fanout): FieldPlace {
    const input = this.#input;
    const binding = this.#binding;
    return {
      ...{ type, node, fanout, binding, context: input.context, estimate: this.estimate },
      get args() {
        return binding.args(node);
      },
      given: (name, read) => {
        const dependency = ({ binding, context }: EstimateInput) =>
          read(binding.args(node), context, binding);
        this.#dependencies.set(`${node.index} ${name}`, dependency);
        return dependency(input);
      },
      of: (other) => this.#place(type, node, other),
    };
  }
}

const withRows = ({ field }: PlanNode, fanout: Fanout): Fanout =>
  isListType(getNullableType(field.type)) ? times(fanout, listSize) : fanout;

/** Reads a value of the request on which an estimate depends. */
type Dependency = (input: EstimateInput) => unknown;
type Dependencies = Map<string, Dependency>;

/** Cache of one operation's estimates, by the request's values they depend on. */
class EstimateCache {
  /** By the values that an estimate turned out to depend on, which may hang on values themselves. */
  readonly #cached: {
    readonly dependencies: Dependencies;
    byValues: Map<string, CallEstimate>;
  }[] = [];

  find(input: EstimateInput): CallEstimate | undefined {
    for (const { dependencies, byValues } of this.#cached) {
      const estimate = byValues.get(valuesOf(dependencies, input));
      if (estimate !== undefined) return estimate;
    }
    return undefined;
  }

  store(
    input: EstimateInput,
    estimate: (dependencies: Dependencies) => CallEstimate,
  ): CallEstimate {
    const dependencies: Dependencies = new Map();
    const estimated = estimate(dependencies);
    const values = valuesOf(dependencies, input);
    if (values.length > maxValuesLength) return estimated;
    const names = [...dependencies.keys()].join();
    let cached = this.#cached.find((entry) => [...entry.dependencies.keys()].join() === names);
    if (cached === undefined) {
      if (this.#cached.length >= maxDependencies) this.#cached.shift();
      cached = { dependencies, byValues: new Map() };
      this.#cached.push(cached);
    }
    if (cached.byValues.size >= maxValues) cached.byValues = new Map();
    cached.byValues.set(values, estimated);
    return estimated;
  }
}

/** Bounds per document, so that its memory stays in proportion to its text. */
const maxDependencies = 3;
const maxValues = 32;
const maxValuesLength = 600;

function valuesOf(dependencies: Dependencies, input: EstimateInput): string {
  return JSON.stringify(
    [...dependencies.values()].map((dependency) => readOrRefused(dependency, input)),
  );
}

/** Invalid arguments: the field's own resolver reports them. */
function readOrRefused(dependency: Dependency, input: EstimateInput): unknown {
  try {
    return dependency(input);
  } catch {
    return 'refused';
  }
}
