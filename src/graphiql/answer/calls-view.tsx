/** Every upstream call that an answer needed, in waves. */

import type { ExplainedCall, Explanation } from '../graph/ask.ts';

export function CallsView({ explanation }: { readonly explanation: Explanation }) {
  const { calls, totalMs } = explanation;
  if (calls.length === 0)
    return <p className="note">None: the answer needed no call, or came from memory whole.</p>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is scrolled has to be reached by keys.
    <section className="calls" aria-label="Upstream calls" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {['Wave', 'Call', 'Asks', 'Rows', 'Cache', 'Tries', 'Time'].map((name) => (
              <th key={name}>{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calls.map((call, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: calls may be alike.
            <CallRow key={at} call={call} totalMs={totalMs} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function CallRow({ call, totalMs }: { readonly call: ExplainedCall; readonly totalMs: number }) {
  const width = `${Math.max(1, (100 * call.ms) / totalMs)}%`;
  return (
    <tr>
      <td data-label="Wave">{call.wave}</td>
      <td>
        {call.entity} {call.action}
        <small>{call.service}</small>
      </td>
      <td className="shape">
        <code>{call.shape}</code>
        {call.askedBy?.length ? <small>for {call.askedBy.join(', ')}</small> : null}
      </td>
      <td data-label="Rows">{call.error ?? call.rows ?? ''}</td>
      <td data-label="Cache">{call.cache}</td>
      <td data-label="Tries">{call.attempts}</td>
      <td className="time">
        {Math.round(call.ms)} ms
        <div className="track">
          <div
            className={`bar ${call.service}`}
            style={{ marginLeft: `${(100 * call.startedMs) / totalMs}%`, width }}
          />
        </div>
      </td>
    </tr>
  );
}
