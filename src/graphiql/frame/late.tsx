/** Parts of the page that are fetched when they are first needed, so that a question can be typed sooner. */

import { type ComponentType, createElement, lazy, Suspense } from 'react';
import { painted } from './painted.ts';

/** @param load fails where the server has been given another version since the page was opened. */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async (): Promise<{ default: ComponentType<Props> }> => {
    await painted;
    try {
      return { default: await load() };
    } catch {
      return { default: Gone };
    }
  });
  return (props) => (
    <Suspense fallback={null}>{createElement(Part as ComponentType<Props>, props)}</Suspense>
  );
}

function Gone() {
  return (
    <p className="note" role="alert">
      This part of the page could not be fetched: reload the page. Its questions stay.
    </p>
  );
}
