/** Walks a query's selection as execution will, and lets each field's rule reckon what it asks. */

import {
  type GraphQLCompositeType,
  type GraphQLObjectType,
  getNamedType,
  isAbstractType,
  isCompositeType,
} from 'graphql';
import { UserInputError } from '../../errors.ts';
import type { GraphContext } from '../context.ts';
import { objectType } from '../needs.ts';
import { type SelectedField, type SelectionInfo, selectedFields } from '../selection.ts';
import type { Flow, Reckoning } from './reckoning.ts';

/** A field somewhere in the query, and the objects it is asked of. */
export interface Place {
  readonly type: GraphQLObjectType;
  readonly selected: SelectedField;
  readonly flow: Flow;
}

/** Reckons a field; the flow of what it leads to, or null when the rule has gone there itself. */
export type Rule = (walk: Walk, place: Place) => Flow | null;

/** The rule of a field; undefined where it leads to something that its object brought along. */
export type RuleBook = (walk: Walk, place: Place) => Rule | undefined;

type Nodes = SelectedField['nodes'];

export class Walk {
  readonly info: SelectionInfo;
  readonly context: GraphContext;
  readonly reckoning: Reckoning;
  readonly #rules: RuleBook;

  constructor(info: SelectionInfo, context: GraphContext, reckoning: Reckoning, rules: RuleBook) {
    this.info = info;
    this.context = context;
    this.reckoning = reckoning;
    this.#rules = rules;
  }

  /** Everything selected below nodes of this type: of an object, or of a connection's rows. */
  descend(type: GraphQLCompositeType, nodes: Nodes, flow: Flow): void {
    if (flow.rows === 0) return;
    if (isAbstractType(type)) {
      // Rows behind an interface may all be of one type, of any.
      for (const possible of this.info.schema.getPossibleTypes(type))
        this.descend(possible, nodes, flow);
    } else if (type.name.endsWith('Connection')) {
      this.#rows(type, nodes, flow);
    } else {
      for (const selected of selectedFields(this.info, type, nodes))
        this.#field({ type, selected, flow });
    }
  }

  /** Rows under each name they are shown by: every one is resolved by itself. */
  #rows(connection: GraphQLObjectType, nodes: Nodes, flow: Flow): void {
    const row = getNamedType(connection.getFields().nodes!.type) as GraphQLCompositeType;
    for (const shown of selectedFields(this.info, connection, nodes)) {
      if (shown.field.name === 'nodes') this.descend(row, shown.nodes, flow);
      if (shown.field.name !== 'edges') continue;
      const edge = objectType(this.info, getNamedType(shown.field.type).name);
      for (const selected of selectedFields(this.info, edge, shown.nodes))
        if (selected.field.name === 'node') this.descend(row, selected.nodes, flow);
        else this.#field({ type: edge, selected, flow });
    }
  }

  /** The nodes below which the fields of one sub-object lie. */
  below(type: string, field: string, nodes: Nodes): Nodes {
    return selectedFields(this.info, objectType(this.info, type), nodes)
      .filter((selected) => selected.field.name === field)
      .flatMap((selected) => selected.nodes);
  }

  #field(place: Place): void {
    this.reckoning.visit();
    const below = getNamedType(place.selected.field.type);
    const rule = this.#rules(this, place);
    if (rule === undefined && !isCompositeType(below)) return;
    try {
      const flow = rule === undefined ? place.flow : rule(this, place);
      if (flow !== null && isCompositeType(below)) this.descend(below, place.selected.nodes, flow);
    } catch (error) {
      // What the field's own resolver refuses asks nothing upstream.
      if (!(error instanceof UserInputError)) throw error;
    }
  }
}
