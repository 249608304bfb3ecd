/** When the page has been painted: scripts that come before would be run first, and nobody could type yet. */

/** In a tab that nobody looks at nothing is painted, and a moment has to do. */
const longestMs = 200;

export const painted = new Promise<void>((resolve) => {
  // The second frame begins when the first has been drawn.
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  setTimeout(resolve, longestMs);
});
