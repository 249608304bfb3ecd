/** Returns by the browser's own buttons, of which the browser restores how far the page was scrolled. */

let returned = false;
// Heard before the router, which listens once it is mounted.
window.addEventListener('popstate', () => {
  returned = true;
});

/** True from a step through the history until the screen it led to is there. */
export const isReturn = (): boolean => returned;

export function endReturn(): void {
  returned = false;
}
