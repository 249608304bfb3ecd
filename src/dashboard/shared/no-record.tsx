/** In place of a record that the address names: its faults, or why there is none. */

import type { ReactNode } from 'react';
import { faultsAt, useMeta } from '../data/screen.tsx';
import { Faults } from './panel.tsx';

export interface NoRecordProps {
  /** `account` */
  readonly what: string;
  /** Where the answer would have it. */
  readonly paths: readonly string[];
  /** Why there is none. */
  readonly children: ReactNode;
}

export function NoRecord({ what, paths, children }: NoRecordProps) {
  const { faults } = useMeta();
  const ownFaults = paths.flatMap((path) => faultsAt(faults, path));
  return ownFaults.length > 0 ? (
    <>
      <h1>The {what} could not be had</h1>
      <Faults faults={ownFaults} />
    </>
  ) : (
    <>
      <h1>There is no such {what}</h1>
      <p>{children}</p>
    </>
  );
}
