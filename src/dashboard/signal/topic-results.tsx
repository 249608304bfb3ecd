/** What is talked about, and what has become of the deals it was talked about with. */

import { Fragment } from 'react';
import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Figure } from '../shared/figure.tsx';
import { number } from '../shared/format.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { type Columns, tableFile } from '../shared/table-file.tsx';
import { TableHead } from '../shared/table-head.tsx';
import { cutText, isWhole } from './group-count.ts';
import { useHeardCalls } from './heard-calls.ts';

export const topicResultsFragment = graphql(`
  fragment TopicResults on Query {
    topics: callsAggregate(filter: $calls, groupBy: [TOPIC], first: 40) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
    topicResults: callsAggregate(filter: $calls, groupBy: [TOPIC, RESULT], first: 10000) {
      totalCount
      groups {
        count
        keys {
          value
        }
      }
    }
  }
`);

const results = ['WON', 'OPEN', 'LOST'] as const;

interface TopicRow {
  readonly topic: string;
  readonly count: number;
  /** By `results`; null where they were not counted. */
  readonly parts: readonly number[] | null;
}

const columns: Columns<TopicRow> = {
  Topic: ({ topic }) => topic,
  Calls: ({ count }) => count,
  'With a won deal': ({ parts }) => parts?.[0] ?? 'not known',
  'With an open deal': ({ parts }) => parts?.[1] ?? 'not known',
  'With a lost deal': ({ parts }) => parts?.[2] ?? 'not known',
};

export function TopicResults(props: { query: FragmentType<typeof topicResultsFragment> }) {
  const heardCalls = useHeardCalls();
  const { topics, topicResults } = readFragment(topicResultsFragment, props.query);
  const counts = new Map(
    (topicResults?.groups ?? []).map(({ keys, count }) => [
      `${keys[0]?.value} ${keys[1]?.value}`,
      count,
    ]),
  );
  const rows = (topics?.groups ?? []).flatMap(({ keys, count }) => {
    const topic = keys[0]?.value;
    if (topic == null) return [];
    return [
      {
        topic,
        count,
        parts:
          topicResults == null || !isWhole(topicResults)
            ? null
            : results.map((result) => counts.get(`${topic} ${result}`) ?? 0),
      },
    ];
  });
  const cut = cutText(topics);
  const fileRows = { rows, total: cut === '' ? rows.length : null, isWhole: cut === '' };
  return (
    <Panel
      title="Topics, by what became of the deal"
      paths={['topics', 'topicResults']}
      countsCalls
      file={tableFile('topics', columns, fileRows)}
      aside={
        <ul className="legend">
          {results.map((result) => (
            <li key={result}>
              <svg width={10} height={10} aria-hidden="true">
                <rect className={result.toLowerCase()} width={10} height={10} rx={2} />
              </svg>
              {result === 'WON' ? 'Won' : result === 'OPEN' ? 'Open' : 'Lost'}
            </li>
          ))}
        </ul>
      }
    >
      {rows.length === 0 && (
        <Empty isKnown={topics != null}>No topic was heard in this time.</Empty>
      )}
      <table className="plain">
        <TableHead columns={['Topic', 'Won, open, lost', 'Calls']} isHidden />
        <tbody>
          {rows.map(({ topic, count, parts }) => (
            <tr key={topic}>
              <th scope="row">{topic}</th>
              <td className="wide">{parts !== null && <Parts parts={parts} />}</td>
              <td className="figure">
                <Figure href={heardCalls({ topic })}>{number(count)}</Figure>
                <span className="sub">
                  {parts === null
                    ? 'not known'
                    : results.map((result, at) => (
                        <Fragment key={result}>
                          {at > 0 && ' · '}
                          <Figure href={parts[at] === 0 ? null : heardCalls({ topic, result })}>
                            {number(parts[at] ?? 0)}
                          </Figure>
                        </Fragment>
                      ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="note">
        {cut} Calls in which the topic was touched; below, those with a deal that is won, open and
        lost by now. Calls without a deal are in none of these. A topic is what a stretch of a call
        was about, a tracker words that were said: a call may have either without the other.
      </p>
    </Panel>
  );
}

/** One bar of three parts, as long as all of them. */
function Parts({ parts }: { parts: readonly number[] }) {
  const all = parts.reduce((sum, part) => sum + part, 0);
  let at = 0;
  return (
    <svg className="bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="track" width={100} height={10} />
      {results.map((result, index) => {
        const part = parts[index] ?? 0;
        const x = all === 0 ? 0 : (at / all) * 100;
        at += part;
        return (
          <rect
            key={result}
            className={result.toLowerCase()}
            x={x}
            width={all === 0 ? 0 : (part / all) * 100}
            height={10}
          />
        );
      })}
    </svg>
  );
}
