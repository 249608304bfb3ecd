/* eslint-disable */
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type DealRowFragment = { name: string | null, stageName: string | null, amount: number | null, closeDate: string | null } & { ' $fragmentName'?: 'DealRowFragment' };

export type DealsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DealsQuery = { opportunities: { totalCount: number | null, nodes: Array<(
      { id: string }
      & { ' $fragmentRefs'?: { 'DealRowFragment': DealRowFragment } }
    ) | null> } | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, any> | undefined;

  constructor(value: string, __meta__?: Record<string, any> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const DealRowFragmentDoc = new TypedDocumentString(`
    fragment DealRow on Opportunity {
  name
  stageName
  amount
  closeDate
}
    `, {"fragmentName":"DealRow"}) as unknown as TypedDocumentString<DealRowFragment, unknown>;
export const DealsDocument = new TypedDocumentString(`
    query Deals($first: Int = 25, $after: String) {
  opportunities(
    first: $first
    after: $after
    filter: {isClosed: {eq: false}}
    orderBy: [{field: CLOSE_DATE}]
  ) {
    totalCount
    nodes {
      id
      ...DealRow
    }
  }
}
    fragment DealRow on Opportunity {
  name
  stageName
  amount
  closeDate
}`, {"hash":"sha256:bcad538fee69fe2f18ad4b5cac5e7fd1e16857774f371e56ba028fa06fd45ab1"}) as unknown as TypedDocumentString<DealsQuery, DealsQueryVariables>;