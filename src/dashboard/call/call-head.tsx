/** What a call is: its title, when it was and how long, and whose account and deals it belongs to. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { dateOf } from '../shared/day.ts';
import { detailText, lengthText, momentText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { webAddress } from '../shared/outside-link.ts';
import { MatchedBy } from './matched-by.tsx';

const fragment = graphql(`
  fragment CallHead on Call {
    title
    startedAt
    scheduledAt
    durationSeconds
    direction
    scope
    system
    isPrivate
    url
    primaryUser {
      name
    }
    accounts {
      matchedBy
      record {
        upstreamId
        name
      }
    }
    opportunities {
      matchedBy
      record {
        upstreamId
        name
        stageName
      }
    }
  }
`);

export function CallHead(props: { call: FragmentType<typeof fragment> }) {
  const call = readFragment(fragment, props.call);
  const at = call.startedAt ?? call.scheduledAt;
  const page = webAddress(call.url);
  const facts = [
    at === null ? null : momentText(dateOf(at)),
    call.durationSeconds === null ? null : lengthText(call.durationSeconds),
    call.direction,
    call.scope,
    call.system === null ? null : `on ${call.system}`,
    call.primaryUser?.name == null ? null : `hosted by ${call.primaryUser.name}`,
  ];
  return (
    <header className="call-head">
      <h1>
        {call.title ?? 'A call without a title'}
        {call.isPrivate === true && <span className="badge private">Private</span>}
      </h1>
      <p className="facts">{detailText(facts)}</p>
      <ul className="belongs in-text" aria-label="Belongs to">
        {call.accounts?.map(({ matchedBy, record }) => (
          <li key={record.upstreamId}>
            <Link href={`/account/${record.upstreamId}`}>{record.name}</Link>{' '}
            <MatchedBy reasons={matchedBy} />
          </li>
        ))}
        {call.opportunities?.map(({ matchedBy, record }) => (
          <li key={record.upstreamId}>
            <Link href={`/deal/${record.upstreamId}`}>{record.name}</Link>{' '}
            <span className="badge">{record.stageName}</span> <MatchedBy reasons={matchedBy} />
          </li>
        ))}
        {page !== null && (
          <li>
            <a href={page.href} target="_blank" rel="noreferrer">
              Open at the call platform
            </a>
          </li>
        )}
      </ul>
    </header>
  );
}
