/** Walks a query's selection as execution will, and lets each field's rule reckon what it asks. */

import {
  type GraphQLCompositeType,
  GraphQLError,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { GraphContext } from '../context.ts';
import { connectionSelection, selectedOn } from '../needs.ts';
import type { Binding } from '../plan/binding.ts';
import type { Args, PlanNode } from '../plan/operation.ts';
import type { Flow, Reckoning } from './reckoning.ts';

/** A field somewhere in the query, and the objects it is asked of. */
export interface Place {
  readonly type: GraphQLObjectType;
  readonly node: PlanNode;
  readonly flow: Flow;
  /** @throws GraphQLError for arguments that can't be. */
  readonly args: Args;
}

/** Reckons a field; the flow of what it leads to, or null when the rule has gone there itself. */
export type Rule = (walk: Walk, place: Place) => Flow | null;

/** The rule of a field; undefined where it leads to something that its object brought along. */
export type RuleBook = (walk: Walk, place: Place) => Rule | undefined;

export class Walk {
  readonly binding: Binding;
  readonly context: GraphContext;
  readonly reckoning: Reckoning;
  readonly #rules: RuleBook;

  constructor(binding: Binding, context: GraphContext, reckoning: Reckoning, rules: RuleBook) {
    this.binding = binding;
    this.context = context;
    this.reckoning = reckoning;
    this.#rules = rules;
  }

  /** The whole operation. */
  operation(type: GraphQLObjectType, flow: Flow): void {
    for (const node of this.binding.operation.root) this.#field(type, node, flow);
  }

  /** Everything selected below a node on this type: of an object, or of a connection's rows. */
  descend(type: GraphQLCompositeType, node: PlanNode, flow: Flow): void {
    if (flow.rows === 0) return;
    if (isAbstractType(type)) {
      // Rows behind an interface may all be of one type, of any.
      for (const possible of node.operation.source.schema.getPossibleTypes(type))
        this.descend(possible, node, flow);
    } else if (type.name.endsWith('Connection')) {
      this.#rows(type, node, flow);
    } else {
      for (const selected of node.below(type)) this.#field(type, selected, flow);
    }
  }

  /** Rows under each name they are shown by: every one is resolved by itself. */
  #rows(connection: GraphQLObjectType, node: PlanNode, flow: Flow): void {
    const row = getNamedType(connection.getFields().nodes!.type) as GraphQLCompositeType;
    const { rows, edges } = connectionSelection(node);
    for (const shown of rows) this.descend(row, shown, flow);
    for (const edge of edges) {
      const type = getNamedType(edge.field.type) as GraphQLObjectType;
      for (const selected of edge.below(type))
        if (selected.field.name !== 'node') this.#field(type, selected, flow);
    }
  }

  /** The nodes of one field of a sub-object. */
  below(typeName: string, field: string, nodes: readonly PlanNode[]): readonly PlanNode[] {
    return nodes
      .flatMap((node) => selectedOn(node, typeName))
      .filter((selected) => selected.field.name === field);
  }

  #field(type: GraphQLObjectType, node: PlanNode, flow: Flow): void {
    this.reckoning.visit();
    if (node.refused) return;
    const below = getNamedType(node.field.type);
    try {
      const place = { type, node, flow, args: this.binding.args(node) };
      const rule = this.#rules(this, place);
      if (rule === undefined && !isCompositeType(below)) return;
      const found = rule === undefined ? flow : rule(this, place);
      if (found !== null && isCompositeType(below)) this.descend(below, node, found);
    } catch (error) {
      // What the field's own resolver refuses asks nothing upstream.
      if (!(error instanceof UserInputError || error instanceof GraphQLError)) throw error;
    }
  }
}
