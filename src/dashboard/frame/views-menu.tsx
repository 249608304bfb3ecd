/** Saved views, in sight of every screen: those there are, and a name for the address one is at. */

import { useRef, useState } from 'react';
import { SavedViewList } from './saved-view-list.tsx';

export function ViewsMenu() {
  const [said, setSaid] = useState('');
  const menu = useRef<HTMLDivElement>(null);
  return (
    <>
      <button type="button" popoverTarget="views" onClick={() => setSaid('')}>
        Views
      </button>
      <div
        ref={menu}
        id="views"
        className="menu"
        popover="auto"
        onToggle={({ newState }) => {
          if (newState === 'open') menu.current?.querySelector('input')?.focus();
        }}
      >
        <SavedViewList onSaid={setSaid} onGo={() => menu.current?.hidePopover()} />
        <p role="status" className="muted">
          {said}
        </p>
      </div>
    </>
  );
}
