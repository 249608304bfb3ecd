/** A SOQL statement as a tree, after syntax and before anything is looked up. */

/** A dotted path, or a call; `text` is how the statement spells it. */
export type Expression = PathExpression | CallExpression;

export interface PathExpression {
  readonly kind: 'path';
  readonly path: readonly string[];
  readonly text: string;
}

export interface CallExpression {
  readonly kind: 'call';
  /** In capitals. */
  readonly name: string;
  readonly args: readonly Expression[];
  readonly text: string;
}

export type LiteralKind =
  | 'string'
  | 'number'
  | 'currency'
  | 'boolean'
  | 'null'
  | 'date'
  | 'datetime'
  /** TODAY, LAST_N_DAYS:3. */
  | 'period';

export interface Literal {
  readonly kind: LiteralKind;
  /** As spelled, quotes included. */
  readonly text: string;
}

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | 'LIKE';
export type ListOperator = 'IN' | 'NOT IN' | 'INCLUDES' | 'EXCLUDES';

export type Condition =
  | { readonly kind: 'all' | 'any'; readonly parts: readonly Condition[] }
  | { readonly kind: 'not'; readonly part: Condition }
  | {
      readonly kind: 'compare';
      readonly left: Expression;
      readonly operator: Comparison;
      readonly right: Literal;
    }
  | {
      readonly kind: 'list';
      readonly left: Expression;
      readonly operator: ListOperator;
      readonly right: readonly Literal[];
    }
  | {
      readonly kind: 'in-query';
      readonly left: Expression;
      readonly negated: boolean;
      readonly query: Query;
    };

export type Selection =
  | { readonly kind: 'expression'; readonly expression: Expression; readonly alias: string | null }
  | { readonly kind: 'fields'; readonly group: string }
  | TypeofSelection
  | { readonly kind: 'children'; readonly query: Query };

export interface TypeofSelection {
  readonly kind: 'typeof';
  readonly relation: string;
  readonly cases: readonly { readonly object: string; readonly fields: readonly string[] }[];
  readonly otherwise: readonly string[];
}

export interface Ordering {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly nulls: 'FIRST' | 'LAST';
}

export interface Query {
  /** Object name; in a child subquery the relationship's. */
  readonly from: string;
  readonly alias: string | null;
  /** Further names of FROM: `FROM Contact c, c.Account a` gives a → [Account]. In lower case. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  readonly select: readonly Selection[];
  readonly where: Condition | null;
  readonly groupBy: readonly Expression[];
  readonly grouping: 'plain' | 'ROLLUP' | 'CUBE';
  readonly having: Condition | null;
  readonly orderBy: readonly Ordering[];
  readonly limit: number | null;
  readonly offset: number | null;
  /** USING SCOPE, in lower case. */
  readonly scope: string | null;
  /** Deleted rows too. */
  readonly allRows: boolean;
}
