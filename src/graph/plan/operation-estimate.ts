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
import type { GraphContext, PlanContext } from '../context.ts';
import { connectionSelection } from '../needs.ts';
import type { Args } from './argument.ts';
import type { Asked, Cost, Place } from './cost.ts';
import {
  type CallEstimate,
  countless,
  Estimate,
  type Flow,
  listSize,
  single,
  times,
} from './estimate.ts';
import type { Binding } from './info.ts';
import type { PlanNode } from './operation.ts';

/** Places visited at most: more are no query a person or program means. */
const maxVisits = 20_000;

/** Thrown when a query has too many places to look at; it costs more than any limit. */
class CountlessError extends Error {}

/** @returns upstream calls, never fewer than the query turns out to need. */
export function estimateCalls(asked: Asked): CallEstimate {
  const known = asked.binding.operation.memo('estimates', () => new KnownEstimates());
  return known.find(asked) ?? known.keep(asked, (needs) => estimated(asked, needs));
}

/** Reads a value of the request on which an estimate depends. */
type Need = (asked: Asked) => unknown;
type Needs = Map<string, Need>;

/** Of one operation: requests that give the same values are estimated once. */
class KnownEstimates {
  /** By the values that an estimate turned out to depend on, which may hang on values themselves. */
  readonly #known: { readonly needs: Needs; readonly byValues: Map<string, CallEstimate> }[] = [];

  find(asked: Asked): CallEstimate | undefined {
    for (const { needs, byValues } of this.#known) {
      const found = byValues.get(valuesOf(needs, asked));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  keep(asked: Asked, estimate: (needs: Needs) => CallEstimate): CallEstimate {
    const needs: Needs = new Map();
    const made = estimate(needs);
    const values = valuesOf(needs, asked);
    if (values.length > longestValues) return made;
    const names = [...needs.keys()].join();
    let known = this.#known.find((one) => [...one.needs.keys()].join() === names);
    if (known === undefined) {
      if (this.#known.length >= mostNeeds) this.#known.shift();
      known = { needs, byValues: new Map() };
      this.#known.push(known);
    }
    if (known.byValues.size >= mostValues) known.byValues.clear();
    known.byValues.set(values, made);
    return made;
  }
}

/** Of a document, so that its memory stays in proportion to its text. */
const mostNeeds = 3;
const mostValues = 32;
const longestValues = 600;

function valuesOf(needs: Needs, asked: Asked): string {
  return JSON.stringify([...needs.values()].map((need) => unlessRefused(need, asked)));
}

/** The field's own resolver refuses arguments that can't be. */
function unlessRefused(need: Need, asked: Asked): unknown {
  try {
    return need(asked);
  } catch {
    return 'refused';
  }
}

function estimated(asked: Asked, needs: Needs): CallEstimate {
  // Batches merge what several places ask of one loader: how many do is known after a walk.
  let uses: ReadonlyMap<string, number> = new Map();
  try {
    for (;;) {
      const walk = new Walk(asked, needs, uses);
      walk.all();
      const { estimate } = walk;
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

class PricedPlace implements Place {
  readonly type: GraphQLObjectType;
  readonly node: PlanNode;
  readonly flow: Flow;
  readonly estimate: Estimate;
  readonly #asked: Asked;
  readonly #needs: Needs;

  constructor(
    asked: Asked,
    needs: Needs,
    estimate: Estimate,
    type: GraphQLObjectType,
    node: PlanNode,
    flow: Flow,
  ) {
    this.#asked = asked;
    this.#needs = needs;
    this.estimate = estimate;
    this.type = type;
    this.node = node;
    this.flow = flow;
  }

  get args(): Args {
    return this.binding.args(this.node);
  }

  get binding(): Binding {
    return this.#asked.binding;
  }

  get context(): PlanContext {
    return this.#asked.context;
  }

  given<T>(name: string, read: (args: Args, context: GraphContext, binding: Binding) => T): T {
    const { node } = this;
    const need = ({ binding, context }: Asked): T =>
      read(binding.unwatched(node), context, binding);
    this.#needs.set(`${node.index} ${name}`, need);
    return need(this.#asked);
  }

  of(flow: Flow): Place {
    return new PricedPlace(this.#asked, this.#needs, this.estimate, this.type, this.node, flow);
  }
}

/** One walk through a query. */
class Walk {
  readonly estimate: Estimate;
  readonly #asked: Asked;
  readonly #needs: Needs;
  #visits = 0;

  constructor(asked: Asked, needs: Needs, uses: ReadonlyMap<string, number>) {
    this.estimate = new Estimate(uses);
    this.#asked = asked;
    this.#needs = needs;
  }

  /** @throws CountlessError */
  all(): void {
    const { binding } = this.#asked;
    const { schema, definition } = binding.operation.source;
    const root = schema.getRootType(definition.operation);
    if (!isObjectType(root)) return;
    const read = (node: PlanNode): void => {
      this.#needs.set(`${node.index}`, (asked) => asked.binding.unwatched(node));
    };
    binding.watch(read, () => {
      for (const node of binding.operation.root) this.#field(root, node, single);
    });
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
    this.estimate.inField(node.responseKey, () => {
      try {
        const found =
          cost === undefined
            ? withRows(node, flow)
            : cost(new PricedPlace(this.#asked, this.#needs, this.estimate, type, node, flow));
        if (isCompositeType(below)) this.#descend(below, node, found);
      } catch (error) {
        // What the field's own resolver refuses asks nothing upstream.
        if (!(error instanceof UserInputError || error instanceof GraphQLError)) throw error;
      }
    });
  }
}

const withRows = ({ field }: PlanNode, flow: Flow): Flow =>
  isListType(getNullableType(field.type)) ? times(flow, listSize) : flow;

/**
 * Calls held ready for pages that end early and lists that move while they are read. They are part
 * of what a query may need at worst, so they are few: two, and a tenth of the estimate.
 */
export function reserveOf(estimated: number): number {
  return estimated === 0 ? 0 : 2 + Math.floor(estimated / 10);
}

/** @returns upstream calls that the request will not exceed, because no more are granted. */
export function granting(
  estimate: (request: Asked) => CallEstimate,
  reserve: (estimated: number) => number = reserveOf,
): (request: Asked) => CallEstimate {
  return (request) => {
    const { calls, fields } = estimate(request);
    const held = reserve(calls);
    request.context.allowance.grant(calls, held);
    return { calls: calls + held, fields };
  };
}
