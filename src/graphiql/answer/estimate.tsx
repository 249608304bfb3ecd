/** The estimate beside the run button: calls of each system, and the fields that cost most. */

import type { Asked } from '../graph/ask.ts';
import { estimateParts, estimateText } from './cost-text.ts';

export function Estimate({ estimate }: { readonly estimate: Asked | null }) {
  if (estimate === null) return <span className="estimate" role="status" />;
  const { errors = [], extensions } = estimate.answer;
  const cost = extensions?.cost;
  if (cost?.systems === undefined)
    return (
      <span className="estimate fault" role="status" title={errors[0]?.message}>
        {errors[0]?.message ?? ''}
      </span>
    );
  const isTooDear = cost.limit !== undefined && cost.requested > cost.limit;
  const fields = cost.fields ?? [];
  return (
    <details className={isTooDear || errors.length > 0 ? 'estimate fault' : 'estimate'}>
      <summary>
        <span role="status">{estimateText(cost)}</span>
      </summary>
      <div className="dearest">
        <p>
          {estimateText(cost)}: {estimateParts(cost)}.
        </p>
        {isTooDear && <p>More than the {cost.limit} that one question may take.</p>}
        {errors.map(({ message }) => (
          <p key={message}>{message}</p>
        ))}
        {fields.length === 0 ? (
          <p>No field costs a call of its own.</p>
        ) : (
          <table>
            <caption>Dearest fields</caption>
            <tbody>
              {fields.map(({ path, calls }) => (
                <tr key={path}>
                  <td>{path}</td>
                  <td className="number">{calls}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        {(cost.uncounted ?? []).map((what) => (
          <p key={what}>Not counted: {what}.</p>
        ))}
      </div>
    </details>
  );
}
