/** What the last click changed, and its undoing. */

import { lastClick, undoClick } from '../editor/click.ts';
import type { Tab } from '../tab/tab-store.ts';

export function LastClick({ tab }: { readonly tab: Tab }) {
  const last = lastClick(tab);
  return (
    <div className="last-click">
      <span role="status">{last?.said}</span>
      {last !== null && (
        <button type="button" title="Takes the last click back" onClick={() => undoClick(tab)}>
          Undo
        </button>
      )}
    </div>
  );
}
