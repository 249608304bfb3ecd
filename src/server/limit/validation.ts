/** Validation whose time is bounded: first the rules that look at each place once, then whether fields of one name are one field. */

import {
  type DocumentNode,
  FieldsOnCorrectTypeRule,
  type GraphQLError,
  type GraphQLSchema,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  OverlappingFieldsCanBeMergedRule,
  ProvidedRequiredArgumentsRule,
  type ValidationRule,
  ValuesOfCorrectTypeRule,
  validate,
} from 'graphql';
import { limitError } from './limit-error.ts';
import { measure } from './measure.ts';
import { mergesPlainly } from './merging.ts';
import { asOneRule } from './one-rule.ts';

/** A document can be wrong in thousands of places; the first few are all a reader needs. */
const maxErrors = 10;
/** Of longer texts, the commonest faults are looked for by themselves: thirty rules take their time over each place. */
const longText = 4_000;
const commonFaults: readonly ValidationRule[] = [
  FieldsOnCorrectTypeRule,
  KnownArgumentNamesRule,
  KnownTypeNamesRule,
  ProvidedRequiredArgumentsRule,
  ValuesOfCorrectTypeRule,
];
/** Fields up to which they are compared in pairs, where one pass could not tell. */
const mostCompared = 200;

/** @param rules may hold the comparing rule twice: graphql's, and the incremental plugin's for @stream. */
export function validateWithin(
  schema: GraphQLSchema,
  document: DocumentNode,
  rules: readonly ValidationRule[],
): readonly GraphQLError[] {
  const compares = ({ name }: ValidationRule): boolean =>
    name === OverlappingFieldsCanBeMergedRule.name;
  if ((document.loc?.source.body.length ?? 0) > longText) {
    const faults = validate(schema, document, commonFaults, { maxErrors });
    if (faults.length > 0) return faults;
  }
  const single = rules.filter((rule) => !compares(rule));
  const errors = validate(schema, document, [asOneRule(single)], { maxErrors });
  if (errors.length > 0 || mergesPlainly(schema, document)) return errors;
  const { fields } = measure(document);
  if (fields > mostCompared)
    return [
      limitError(
        `Expected a document of at most ${mostCompared} fields where one name stands for different fields or arguments; got ${fields}.`,
      ),
    ];
  return validate(schema, document, rules.filter(compares), { maxErrors });
}
