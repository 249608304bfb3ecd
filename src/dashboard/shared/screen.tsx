/** The outside of every screen: its title, its data once they are there, a skeleton until then, and what they cost. */

import { type ReactNode, useEffect } from 'react';
import { type Answer, ScreenMeta } from '../data/screen.tsx';
import { CostLine } from '../frame/cost-line.tsx';
import { Faults } from './panel.tsx';

export interface ScreenProps<Data> {
  readonly title: string;
  readonly answer: Answer<Data>;
  /** Shown until data are there, in their size, so that nothing jumps. */
  readonly skeleton: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

export function Screen<Data>({ title, answer, skeleton, children }: ScreenProps<Data>) {
  const { data, isLoading, meta } = answer;
  useEffect(() => {
    document.title = `${title} · Switchboard`;
  }, [title]);
  const hasData = data !== undefined && data !== null;
  // What belongs to no field of a panel: the question as a whole failed.
  const whole = meta.faults.filter(({ path }) => path.length === 0);
  return (
    <ScreenMeta meta={meta}>
      <main id="main" tabIndex={-1} aria-busy={isLoading} className={isLoading ? 'loading' : ''}>
        {!hasData && !isLoading && <h1>{title}</h1>}
        {whole.length > 0 && <Faults faults={whole} />}
        {hasData ? children(data) : isLoading && skeleton}
      </main>
      <CostLine />
    </ScreenMeta>
  );
}
