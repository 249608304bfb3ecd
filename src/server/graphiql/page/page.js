/** Starts GraphiQL, and adds what it does not have: a chooser of questions, one key, the explanation of answers. */

import { chooserButton, remember } from './chooser.js';
import { element } from './element.js';
import { explain, explanationIn, forgetExplanations } from './explain.js';
import { answerWithoutKey, authorize, keyField } from './key.js';
import { currentTab, lastVisit, tabsChanged } from './tab.js';

const settings = JSON.parse(document.getElementById('settings').textContent);
const storageKey = 'switchboard:explain';
let explaining = settings.explain && localStorage.getItem(storageKey) === 'on';

const workers = {
  editorWorkerService: 'worker/editor.js',
  json: 'worker/json.js',
  graphql: 'worker/graphql.js',
};
self.MonacoEnvironment = {
  globalAPI: false,
  getWorkerUrl: (_module, label) => `/graphiql/${workers[label] ?? workers.editorWorkerService}`,
};

// GraphiQL asks through window.fetch; here headers go on and the explanation comes off.
const plainFetch = window.fetch.bind(window);
window.fetch = async (input, init) => {
  if (init?.method !== 'POST') return plainFetch(input, init);
  const headers = new Headers(init.headers);
  if (settings.needsKey && !authorize(headers)) return answerWithoutKey();
  const asked = JSON.parse(init.body);
  const isOwn = asked.operationName === 'IntrospectionQuery';
  if (isOwn) return plainFetch(input, { ...init, headers });
  remember(asked);
  const tab = currentTab();
  if (explaining) headers.set('x-switchboard-explain', '1');
  const response = await plainFetch(input, { ...init, headers });
  if (explaining)
    response
      .clone()
      .text()
      .then((text) => explain(tab, explanationIn(text)))
      .catch(() => explain(tab, null));
  return response;
};

/** A question that another page hands over, as `#query=…&variables=…`: it never reaches the server's log. */
function questionInAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  const query = given.get('query');
  if (query === null) return null;
  history.replaceState(null, '', location.pathname);
  return { query, variables: given.get('variables') ?? '' };
}

function explainSwitch() {
  const label = element('label', 'explain-switch');
  const box = element('input');
  box.type = 'checkbox';
  box.checked = explaining;
  box.addEventListener('change', () => {
    explaining = box.checked;
    localStorage.setItem(storageKey, explaining ? 'on' : 'off');
    if (!explaining) forgetExplanations();
  });
  label.title = 'Show every upstream call an answer needed';
  label.append(box, 'Explain');
  return label;
}

/** Whoever changes a question should know why it is refused. */
function trustedNote() {
  const note = element('span', 'trusted-note', 'Trusted only');
  note.title = 'This server executes the showcases and the saved questions, and nothing else.';
  return note;
}

/** GraphiQL's colours follow the system by CSS; its editors' don't. */
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', ({ matches }) => {
  const { classList } = document.body;
  if (classList.contains('graphiql-light') || classList.contains('graphiql-dark')) return;
  globalThis.__MONACO?.editor.setTheme(matches ? 'graphiql-DARK' : 'graphiql-LIGHT');
});

document.addEventListener('DOMContentLoaded', () => {
  const root = document.getElementById('root');
  const question = questionInAddress();
  window.YogaGraphiQL.renderYogaGraphiQL(root, {
    endpoint: '/graphql',
    title: 'Switchboard',
    logo: '<span class="mark" aria-hidden="true"></span>',
    defaultTabs: [question ?? settings.showcases[0] ?? { query: '' }],
    ...(question === null
      ? lastVisit()
      : { initialQuery: question.query, initialVariables: question.variables }),
    defaultQuery: '',
    defaultEditorToolsVisibility: 'variables',
    shouldPersistHeaders: true,
    onTabChange: tabsChanged,
  });
  const watch = new MutationObserver(() => {
    const logo = root.querySelector('.graphiql-logo');
    if (logo === null || logo.dataset.complete !== undefined) return;
    logo.dataset.complete = '';
    // Beside the title, where GraphiQL leaves room.
    logo.append(chooserButton(settings));
    if (settings.onlyTrusted) logo.append(trustedNote());
    if (settings.explain) logo.append(explainSwitch());
    // GraphiQL has asked for the schema already; its tabs and their texts outlive the page.
    if (settings.needsKey) logo.append(keyField(() => location.reload()));
  });
  watch.observe(root, { childList: true, subtree: true });
});
