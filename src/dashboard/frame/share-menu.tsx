/** What takes a screen along: its address, and of the screen of one thing its content as Markdown. */

import { useState } from 'react';
import { useLocation } from 'wouter';
import { copyBrief, copyLink, hasBrief } from './share.ts';

export function ShareMenu() {
  const [path] = useLocation();
  const [said, setSaid] = useState('');
  const act = (action: () => Promise<string>) => async (): Promise<void> => setSaid(await action());
  return (
    <>
      <button type="button" popoverTarget="share" onClick={() => setSaid('')}>
        Share
      </button>
      <div id="share" className="menu" popover="auto">
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
      </div>
    </>
  );
}
