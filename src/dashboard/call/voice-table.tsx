/** The lanes as a table: how long each voice talked. */

import { durationText } from '../shared/format.ts';
import { TableHead } from '../shared/table-head.tsx';
import type { Voice } from './voice.ts';

export function VoiceTable({ voices }: { voices: readonly Voice[] }) {
  if (voices.length === 0) return <p className="empty">No voice was told apart on this call.</p>;
  return (
    <details className="behind">
      <summary>Talk time as a table</summary>
      <table>
        <TableHead columns={['Voice', 'Side', 'Talked', 'Share']} />
        <tbody>
          {voices.map(({ id, name, affiliation, talkSeconds, share }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{affiliation ?? 'Unknown'}</td>
              <td>{durationText(talkSeconds)}</td>
              <td>{Math.round(share * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
