/** Many validation rules as one, so that each place of a document is shown to those rules alone that look at its kind. */

import {
  type ASTNode,
  type ASTVisitor,
  Kind,
  type ValidationContext,
  type ValidationRule,
} from 'graphql';

type Look = (...place: unknown[]) => unknown;

interface Looks {
  /** The rule's place among the others. */
  readonly at: number;
  readonly enter?: Look | undefined;
  readonly leave?: Look | undefined;
}

/** What a rule does at every place, or at those of some kinds. */
interface Visitor extends Omit<Looks, 'at'> {
  readonly [kind: string]: Look | Omit<Looks, 'at'> | undefined;
}

/**
 * graphql-js shows every place to each of its thirty rules and asks whether they care, which takes
 * longer than the rules. A rule may pass over what lies below a place by returning false, and nothing else.
 */
export function asOneRule(rules: readonly ValidationRule[]): ValidationRule {
  return (context: ValidationContext): ASTVisitor => {
    const byKind = new Map<string, Looks[]>();
    const add = (kind: string, look: Looks): void => {
      const looks = byKind.get(kind);
      if (looks === undefined) byKind.set(kind, [look]);
      else looks.push(look);
    };
    for (const [at, rule] of rules.entries()) {
      const { enter, leave, ...ofKinds } = rule(context) as Visitor;
      if (enter !== undefined || leave !== undefined)
        for (const kind of Object.values(Kind)) add(kind, { at, enter, leave });
      for (const [kind, look] of Object.entries(ofKinds))
        add(kind, typeof look === 'function' ? { at, enter: look } : { at, ...look });
    }
    /** By rule: the place below which it looks at nothing. */
    const passed: (ASTNode | null)[] = rules.map(() => null);
    return Object.fromEntries(
      Array.from(byKind, ([kind, looks]) => [kind, together(looks, passed)]),
    ) as ASTVisitor;
  };
}

function together(looks: readonly Looks[], passed: (ASTNode | null)[]) {
  return {
    enter(...place: unknown[]): void {
      for (const { at, enter } of looks)
        if (enter !== undefined && passed[at] === null && enter(...place) === false)
          passed[at] = place[0] as ASTNode;
    },
    leave(...place: unknown[]): void {
      for (const { at, leave } of looks)
        if (passed[at] === null) leave?.(...place);
        else if (passed[at] === place[0]) passed[at] = null;
    },
  };
}
