/** What takes a screen along: its address, to copy or under a name, and of the screen of one thing its content as Markdown. */

import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { SavedViewList } from './saved-view-list.tsx';
import { copyBrief, copyLink, hasBrief } from './share.ts';

export function ShareMenu() {
  const [path] = useLocation();
  const [said, setSaid] = useState('');
  const menu = useRef<HTMLDivElement>(null);
  const act = (action: () => Promise<string>) => async (): Promise<void> => setSaid(await action());
  return (
    <>
      <button type="button" popoverTarget="share" onClick={() => setSaid('')}>
        Share
      </button>
      <div ref={menu} id="share" className="share" popover="auto">
        <button type="button" onClick={act(copyLink)}>
          Copy link
        </button>
        {hasBrief(path) && (
          <button type="button" onClick={act(copyBrief)}>
            Copy as brief
          </button>
        )}
        <p role="status" className="muted">
          {said}
        </p>
        <SavedViewList onSaid={setSaid} onGo={() => menu.current?.hidePopover()} />
      </div>
    </>
  );
}
