/** The deals of this page that nobody spoke about for the longest time. */

import { Link } from 'wouter';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { plural, shortNumber } from '../part/format.ts';
import { Empty, Panel } from '../part/panel.tsx';
import { bySilence, readDeal } from './deal.ts';
import type { Period } from './filter.ts';

const fragment = graphql(`
  fragment LongestSilence on OpportunityConnection {
    nodes {
      ...Deal
    }
  }
`);

export interface LongestSilenceProps {
  readonly deals: FragmentType<typeof fragment> | null | undefined;
  readonly period: Period;
}

const shown = 5;

export function LongestSilence({ deals, period }: LongestSilenceProps) {
  const nodes = readFragment(fragment, deals)?.nodes;
  const read = (nodes ?? []).flatMap((deal) => (deal === null ? [] : [readDeal(deal, period.now)]));
  const known = read.filter(({ areCallsKnown }) => areCallsKnown);
  const quietest = known.sort(bySilence).slice(0, shown);
  return (
    <Panel
      title="Longest silence"
      className="silence"
      aside={<Link href="/deals?sort=silence">All in this order</Link>}
    >
      {quietest.length === 0 ? (
        <Empty>{nodes == null || read.length > 0 ? 'Not known.' : 'No open deals.'}</Empty>
      ) : (
        <ol>
          {quietest.map(({ upstreamId, name, account, amount, silence }) => (
            <li key={upstreamId}>
              {account == null ? (
                <span className="name">{name}</span>
              ) : (
                <Link className="name" href={`/account/${account.upstreamId}?deal=${upstreamId}`}>
                  {name}
                </Link>
              )}
              <span className="figure muted">{amount == null ? '' : shortNumber(amount)}</span>
              <span className="figure">{silence === null ? 'never' : plural(silence, 'day')}</span>
            </li>
          ))}
        </ol>
      )}
      {known.length > 0 && known.length < read.length && (
        <p className="note">
          Not known of {plural(read.length - known.length, 'deal')}: their calls could not be read.
        </p>
      )}
    </Panel>
  );
}
