/** Starts GraphiQL, and shows how an answer came about when the explain switch is on. */

(() => {
  const settings = JSON.parse(document.getElementById('settings').textContent);
  const panel = document.getElementById('explain');
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

  // GraphiQL asks through window.fetch; here the header goes on and the explanation comes off.
  const plainFetch = window.fetch.bind(window);
  window.fetch = async (input, init) => {
    if (!explaining || init?.method !== 'POST') return plainFetch(input, init);
    const headers = new Headers(init.headers);
    headers.set('x-switchboard-explain', '1');
    const response = await plainFetch(input, { ...init, headers });
    response
      .clone()
      .text()
      .then((text) => show(explanationIn(text)))
      .catch(() => show(null));
    return response;
  };

  /** The explanation comes in the answer, or in the last part of one that came in parts. */
  function explanationIn(text) {
    const bodies = text.startsWith('{') ? [text] : (text.match(/^\{.*\}$/gm) ?? []);
    for (const body of bodies.reverse()) {
      const explanation = JSON.parse(body).extensions?.explain;
      if (explanation) return explanation;
    }
    return null;
  }

  /** A question that another page hands over, as `#query=…&variables=…`: it never reaches the server's log. */
  function questionInAddress() {
    const given = new URLSearchParams(location.hash.slice(1));
    const query = given.get('query');
    if (query === null) return null;
    history.replaceState(null, '', location.pathname);
    return { query, variables: given.get('variables') ?? '' };
  }

  function element(name, className, text) {
    const made = document.createElement(name);
    if (className) made.className = className;
    if (text !== undefined) made.textContent = text;
    return made;
  }

  function show(explanation) {
    panel.hidden = !explaining || explanation === null;
    if (panel.hidden) return;
    const { calls, totalMs } = explanation;
    const title = element('header');
    title.append(
      element(
        'strong',
        '',
        calls.length === 1 ? '1 upstream call' : `${calls.length} upstream calls`,
      ),
      element('span', '', `${Math.round(totalMs)} ms in all`),
    );
    const close = element('button', '', 'Close');
    close.type = 'button';
    close.addEventListener('click', () => {
      panel.hidden = true;
    });
    title.append(close);

    const table = element('table');
    const head = element('tr');
    for (const name of columns) head.append(element('th', '', name));
    table.append(head);
    for (const call of calls) {
      const row = callRow(call, totalMs);
      columns.forEach((name, at) => {
        row.children[at].dataset.label = name;
      });
      table.append(row);
    }
    panel.replaceChildren(title, table);
  }

  const columns = ['Wave', 'Call', 'Asks', 'Rows', 'Cache', 'Tries', 'Time'];

  function callRow(call, totalMs) {
    const row = element('tr');
    row.append(element('td', 'number', call.wave));
    const name = element('td', '', `${call.entity} ${call.action}`);
    name.append(element('small', '', call.service));
    row.append(name);
    const asks = element('td', 'shape');
    asks.append(element('code', '', call.shape));
    if (call.askedBy?.length) asks.append(element('small', '', `for ${call.askedBy.join(', ')}`));
    row.append(asks);
    row.append(element('td', 'number', call.error ?? call.rows ?? ''));
    row.append(element('td', 'cache', call.cache));
    row.append(element('td', 'number', call.attempts));
    const time = element('td', 'time');
    time.append(element('span', '', `${Math.round(call.ms)} ms`));
    const track = element('div', 'track');
    const bar = element('div', `bar ${call.service}`);
    bar.style.marginLeft = `${(100 * call.startedMs) / totalMs}%`;
    bar.style.width = `${Math.max(1, (100 * call.ms) / totalMs)}%`;
    track.append(bar);
    time.append(track);
    row.append(time);
    return row;
  }

  /** Beside the title, where GraphiQL leaves room. */
  function addSwitch(logo) {
    const label = element('label', 'explain-switch');
    const box = element('input');
    box.type = 'checkbox';
    box.checked = explaining;
    box.addEventListener('change', () => {
      explaining = box.checked;
      localStorage.setItem(storageKey, explaining ? 'on' : 'off');
      if (!explaining) panel.hidden = true;
    });
    label.title = 'Show every upstream call an answer needed';
    label.append(box, 'Explain');
    logo.append(label);
  }

  /** Whoever changes a tab's query should know why it is refused. */
  function addNote(logo) {
    const note = element('span', 'trusted-note', 'Trusted only');
    note.title = 'This server executes the documents of these tabs and no others.';
    logo.append(note);
  }

  document.addEventListener('DOMContentLoaded', () => {
    const root = document.getElementById('root');
    const question = questionInAddress();
    window.YogaGraphiQL.renderYogaGraphiQL(root, {
      endpoint: '/graphql',
      title: 'Switchboard',
      logo: '<span class="mark" aria-hidden="true"></span>',
      defaultTabs: question === null ? settings.tabs : [question, ...settings.tabs],
      ...(question !== null && {
        initialQuery: question.query,
        initialVariables: question.variables,
      }),
      defaultQuery: '',
      defaultEditorToolsVisibility: 'variables',
      shouldPersistHeaders: true,
    });
    const watch = new MutationObserver(() => {
      const logo = root.querySelector('.graphiql-logo');
      if (logo === null || logo.dataset.complete !== undefined) return;
      logo.dataset.complete = '';
      if (settings.onlyTrusted) addNote(logo);
      if (settings.explain) addSwitch(logo);
    });
    watch.observe(root, { childList: true, subtree: true });
  });
})();
