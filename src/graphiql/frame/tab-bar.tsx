/** The tabs of open questions. */

import { useEffect, useRef } from 'react';
import { chooseTab, closeTab, nameOf, openQuestion, useTabs } from '../tab/tab-store.ts';

export function TabBar() {
  const { tabs, active } = useTabs();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is active.
  useEffect(() => {
    bar.current?.querySelector('.active')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);
  return (
    <nav ref={bar} className="tabs" aria-label="Open questions">
      <div>
        {tabs.map((tab) => (
          <span key={tab.id} className={tab.id === active ? 'tab active' : 'tab'}>
            <button
              type="button"
              aria-current={tab.id === active}
              onClick={() => chooseTab(tab.id)}
            >
              {nameOf(tab)}
            </button>
            <button
              type="button"
              className="close"
              aria-label={`Close ${nameOf(tab)}`}
              onClick={() => closeTab(tab.id)}
            >
              ×
            </button>
          </span>
        ))}
      </div>
      <button
        type="button"
        className="add"
        aria-label="New tab"
        onClick={() => openQuestion({ query: '', variables: '' })}
      >
        +
      </button>
    </nav>
  );
}
