/** The outside of every screen: its title, its data once they are there, a skeleton until then, and what they cost. */

import { Fragment, type ReactNode, useEffect } from 'react';
import { type Answer, type Fault, isUnread, ScreenMeta } from '../data/screen.tsx';
import { CostLine } from '../frame/cost-line.tsx';
import { FillLine } from './fill-line.tsx';
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
  // Lists beyond those that an answer names are, while the index fills, of its kind.
  const isFilling = isUnread(meta);
  const ofScreen = meta.faults.filter(
    ({ code, path }) => path.length === 0 && !(isFilling && code === 'INCOMPLETE'),
  );
  return (
    <ScreenMeta meta={meta}>
      <main id="main" tabIndex={-1} aria-busy={isLoading} className={isLoading ? 'loading' : ''}>
        {!hasData && !isLoading && <h1>{title}</h1>}
        {isFilling && <FillLine />}
        {ofScreen.length > 0 && <Faults faults={ofScreen} />}
        {meta.notFound.map((sentence) => (
          <p key={sentence} className="not-found" role="note">
            {sentence}
          </p>
        ))}
        <HiddenParts faults={meta.faults} />
        {hasData ? children(data) : isLoading && skeleton}
      </main>
      <CostLine />
    </ScreenMeta>
  );
}

/** What the CRM hides, once for the screen: its columns are empty, and each panel would say so again. */
function HiddenParts({ faults }: { readonly faults: readonly Fault[] }) {
  const parts = [...new Set(faults.flatMap(({ part = [] }) => part))].sort();
  return parts.length === 0 ? null : (
    <p className="hidden-parts">
      Not shown by the CRM to this server’s account, so empty here:{' '}
      {parts.map((part, at) => (
        <Fragment key={part}>
          {at > 0 && ', '}
          <code>{part}</code>
        </Fragment>
      ))}
      .
    </p>
  );
}
