/** GraphiQL's tabs: which one is looked at, and how a question gets into one. */

/** Null until GraphiQL has told of a change; until then it is the one that GraphiQL stored at its start. */
let current = null;
let listener = () => {};

function storedTab() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return tabs[activeTabIndex];
  } catch {
    return undefined;
  }
}

/** The id of the tab that is looked at. */
export const currentTab = () => current ?? storedTab()?.id;

/** What GraphiQL has to be told to show the tab of the last visit; by itself it shows its name over an empty editor. */
export function lastVisit() {
  const tab = storedTab();
  if (tab === undefined) return {};
  return { initialQuery: tab.query ?? '', initialVariables: tab.variables ?? '' };
}

/** @param changed called with the ids of the tabs that are open, whenever another one may be looked at. */
export function onTabs(changed) {
  listener = changed;
}

/** GraphiQL calls this at every change of its tabs. */
export function tabsChanged({ tabs, activeTabIndex }) {
  current = tabs[activeTabIndex].id;
  listener(tabs.map(({ id }) => id));
}

/** GraphiQL's editors are Monaco's, which it leaves here once they have been loaded. */
const editor = (path) =>
  globalThis.__MONACO.editor.getModels().find(({ uri }) => uri.path.endsWith(path));

/** Opens a question in a tab of its own, or in the one that is looked at while that is empty. */
export function openInTab({ query, variables }) {
  if (editor('operation.graphql').getValue().trim() !== '')
    document.querySelector('.graphiql-tab-add').click();
  // GraphiQL fills the editors of a new tab when React has drawn it.
  requestAnimationFrame(() => {
    editor('operation.graphql').setValue(query);
    editor('variables.json').setValue(variables ?? '');
  });
}
