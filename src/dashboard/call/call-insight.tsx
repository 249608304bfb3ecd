/** What the platform makes of the call: its brief, key points, what was promised, how it ended, and measures of the talk. */

import { type FragmentType, graphql, readFragment } from '../graphql/index.ts';
import { Fact } from '../shared/fact.tsx';
import { durationText, plural } from '../shared/format.ts';
import { outcomeText } from '../shared/outcome.ts';
import { Empty, Panel } from '../shared/panel.tsx';
import { Moment } from './timestamp-link.tsx';

const fragment = graphql(`
  fragment CallInsight on Call {
    content {
      brief
      keyPoints
      outcome {
        category
        name
      }
      highlights {
        title
        items {
          text
          startSeconds
        }
      }
    }
    interaction {
      statistics {
        name
        value
      }
      questions {
        companyCount
        nonCompanyCount
      }
    }
  }
`);

export function CallInsight(props: { call: FragmentType<typeof fragment> }) {
  const { content, interaction } = readFragment(fragment, props.call);
  const outcome = outcomeText(content);
  const points = (content?.keyPoints ?? []).filter((point) => point !== null);
  const isEmpty = !content?.brief && points.length === 0 && !content?.highlights?.length;
  return (
    <Panel
      title="What came of it"
      paths={['call.content', 'call.interaction']}
      aside={
        outcome !== null && (
          <span className="badge">
            {content?.outcome?.category}: {outcome}
          </span>
        )
      }
    >
      {isEmpty && (
        <Empty isKnown={content != null}>The platform drew nothing from this call.</Empty>
      )}
      {content?.brief && <p className="brief">{content.brief}</p>}
      {points.length > 0 && (
        <>
          <h3>Key points</h3>
          <ul className="points">
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </>
      )}
      {content?.highlights?.map(
        (highlight) =>
          highlight !== null && (
            <section key={highlight.title} className="highlight">
              <h3>{highlight.title}</h3>
              <ul className="points">
                {highlight.items?.map(
                  (item) =>
                    item !== null && (
                      <li key={`${item.text} ${item.startSeconds?.[0]}`}>
                        {item.text}{' '}
                        {item.startSeconds?.map(
                          (at) => at !== null && <Moment key={at} seconds={at} />,
                        )}
                      </li>
                    ),
                )}
              </ul>
            </section>
          ),
      )}
      <dl className="measures">
        {interaction?.statistics?.map(
          (statistic) =>
            statistic?.name != null &&
            statistic.value !== null && (
              <Fact key={statistic.name} name={statistic.name}>
                {measureText(statistic.name, statistic.value)}
              </Fact>
            ),
        )}
        {interaction?.questions != null && (
          <Fact name="Questions">
            {plural(interaction.questions.companyCount ?? 0, 'by us', 'by us')},{' '}
            {plural(interaction.questions.nonCompanyCount ?? 0, 'by them', 'by them')}
          </Fact>
        )}
      </dl>
    </Panel>
  );
}

/** The platform's measures have a unit each, by their name. */
function measureText(name: string, value: number): string {
  if (name === 'Talk Ratio') return `${Math.round(value * 100)} %`;
  if (name.startsWith('Longest')) return durationText(Math.round(value));
  if (name === 'Patience') return `${value.toFixed(1)} s`;
  return value.toFixed(1);
}
