/** Windows that one visit after another has: a new one takes a second of CPU more, since it compiles the page's scripts again. */

import type { Window } from './browser.ts';

/** What is read here stays with a window beyond its document: it serves no other visit. */
const lasting = [
  ...['addInitScript', 'addLocatorHandler', 'clock', 'exposeBinding', 'exposeFunction'],
  ...['on', 'once', 'routeWebSocket', 'setExtraHTTPHeaders'],
] as const;

export interface WindowPool {
  /** A window without history that a page could see: nothing stored, no routes, the mouse in its corner. */
  take(): Promise<Window>;
  giveBack(window: Window): Promise<void>;
}

export function createWindowPool(open: () => Promise<Window>): WindowPool {
  const free: Window[] = [];
  const changed = new Set<Window>();
  const watch = (window: Window): Window => {
    for (const name of lasting) {
      const value = window.page[name];
      Object.defineProperty(window.page, name, {
        get() {
          changed.add(window);
          return value;
        },
      });
    }
    return window;
  };
  const clear = async ({ page, requested, complaints }: Window): Promise<void> => {
    await page.evaluate('localStorage.clear(); sessionStorage.clear()');
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.context().clearPermissions();
    await page.mouse.move(0, 0);
    requested.length = 0;
    complaints.length = 0;
  };
  return {
    take: async () => free.pop() ?? watch(await open()),
    async giveBack(window) {
      const isClear =
        !changed.has(window) &&
        window.page.context().pages().length === 1 &&
        (await clear(window).then(
          () => true,
          // It shows no page of ours, or none at all.
          () => false,
        ));
      if (isClear) free.push(window);
      else await window.close();
    },
  };
}
