/** Calls in which something was said, a page of them, the newest first: since when words are known, and why where they can't be. */

import type { ReactNode } from 'react';
import { useAddress } from '../data/url-state.ts';
import type { FragmentType } from '../graphql/index.ts';
import { type CallsPlace, callsHref } from './calls-link.ts';
import type { CoverageFields } from './coverage.ts';
import { CoverageNote } from './coverage-note.tsx';
import { Figure } from './figure.tsx';
import { number } from './format.ts';
import { MorePages } from './more-pages.tsx';
import { Empty, Panel } from './panel.tsx';
import { SaidCall, type saidCallFragment } from './said-call.tsx';
import { saidCursor, sideOf } from './said-filter.ts';
import { type SaidStatusRef, saidRefusal } from './said-status.ts';
import { SideSwitch } from './side-switch.tsx';

/** Of a list of calls that were found by what was said in them. */
export interface SaidCalls {
  readonly totalCount: number | null;
  readonly coverage: CoverageFields | null;
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly (FragmentType<typeof saidCallFragment> | null)[];
}

export interface SaidListProps {
  readonly query: SaidStatusRef;
  readonly title: string;
  /** Response key of the calls. */
  readonly path: string;
  /** Null or absent where they could not be had. */
  readonly calls: SaidCalls | null | undefined;
  /** What is looked for; empty for nothing yet. */
  readonly term: string;
  /** Whose calls, as the list of all of them takes it. */
  readonly filters?: CallsPlace;
  /** Above the calls: a field for other words. */
  readonly children?: ReactNode;
}

export function SaidList({ query, title, path, calls, term, filters, children }: SaidListProps) {
  const { get } = useAddress();
  const href = callsHref({ ...filters, said: term, by: sideOf({ get }) });
  const refusal = saidRefusal(query, term);
  if (refusal === '') return null;
  if (refusal !== null) return <p className="muted said-refusal">{refusal}</p>;
  const rows = (calls?.nodes ?? []).flatMap((call) => call ?? []);
  const isKnown = calls?.coverage?.completeFrom != null;
  const { hasNextPage = false, endCursor = null } = calls?.pageInfo ?? {};
  const count = calls?.totalCount ?? null;
  return (
    <Panel
      title={title}
      className="said"
      paths={[path]}
      countsCalls
      aside={
        count !== null &&
        (count > 0 || isKnown) && (
          <p className="figures">
            <Figure href={count === 0 ? null : href}>{number(count)}</Figure>
          </p>
        )
      }
    >
      {children}
      {term !== '' && (
        <>
          <SideSwitch />
          {rows.length === 0 && (
            <Empty isKnown={isKnown}>
              Nobody said “{term}” in the calls whose words are known.
            </Empty>
          )}
          <ul className="hit-list">
            {rows.map((call, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a page of a list, which is replaced as a whole
              <SaidCall key={at} call={call} />
            ))}
          </ul>
          <CoverageNote coverage={calls?.coverage} covered="words" />
          <MorePages
            after={get(saidCursor)}
            next={hasNextPage ? endCursor : null}
            name={saidCursor}
            label="Pages of what was said"
          />
        </>
      )}
    </Panel>
  );
}
