/** The lanes as a table: how long each voice talked. */

import { durationText } from '../shared/format.ts';
import { TableHead } from '../shared/table-head.tsx';
import type { Voice } from './voice.ts';

export interface VoiceTableProps {
  readonly voices: readonly Voice[];
  /** There are no lanes. */
  readonly isOpen: boolean;
}

export function VoiceTable({ voices, isOpen }: VoiceTableProps) {
  if (voices.length === 0) return <p className="empty">No voice was told apart on this call.</p>;
  return (
    <details className="behind" open={isOpen}>
      <summary>Talk time as a table</summary>
      <table>
        <TableHead columns={['Voice', 'Side', 'Talked', 'Share']} />
        <tbody>
          {voices.map(({ id, name, affiliation, talkSeconds, share }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              <td>{affiliation ?? 'Unknown'}</td>
              <td>{durationText(Math.round(talkSeconds))}</td>
              <td>{Math.round(share * 100)} %</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
