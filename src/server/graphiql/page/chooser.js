/** The dialog to choose a question from: what was run lately, the saved questions, the showcases. */

import { element } from './element.js';
import { authorize } from './key.js';
import { openInTab } from './tab.js';

const storageKey = 'switchboard:recent';
const mostRecent = 30;

const recent = () => JSON.parse(localStorage.getItem(storageKey) ?? '[]');

/** Remembers a question that was run, the latest first and each once; never the key it was run with. */
export function remember({ query, variables, operationName }) {
  const own =
    variables && Object.keys(variables).length > 0 ? JSON.stringify(variables, null, 2) : '';
  const others = recent().filter((one) => one.query !== query || one.variables !== own);
  const entry = { query, variables: own, operationName: operationName ?? null, at: Date.now() };
  localStorage.setItem(storageKey, JSON.stringify([entry, ...others].slice(0, mostRecent)));
}

/** The saved questions; none without a key, where the server asks for one: the page opens for everybody. */
async function savedQuestions({ needsKey }) {
  const headers = new Headers({ accept: 'application/json' });
  if (!authorize(headers) && needsKey) return [];
  const response = await fetch('/queries', { headers });
  return response.ok ? (await response.json()).queries : [];
}

/** A button that opens the dialog. */
export function chooserButton(settings) {
  const dialog = element('dialog', 'chooser');
  dialog.setAttribute('aria-label', 'Questions');
  const filter = element('input');
  filter.type = 'search';
  filter.placeholder = 'Find a question';
  filter.setAttribute('aria-label', 'Find a question');
  const lists = element('div', 'lists');
  const close = element('button', '', 'Close');
  close.type = 'button';
  close.addEventListener('click', () => dialog.close());
  const head = element('header');
  head.append(filter, close);
  dialog.append(head, lists);
  document.body.append(dialog);

  let saved = [];
  const draw = () => {
    const choose = (entry) => {
      dialog.close();
      openInTab(entry);
    };
    const found = filter.value.trim().toLowerCase();
    const groups = [
      ['Saved questions', saved],
      [
        'Run lately',
        recent()
          .slice(0, found === '' ? 4 : mostRecent)
          .map(describeRecent),
      ],
      ['Showcases', settings.showcases],
    ];
    lists.replaceChildren(
      ...groups.flatMap(([name, entries]) => {
        const shown = entries.filter(({ title, description }) =>
          `${title} ${description}`.toLowerCase().includes(found),
        );
        return shown.length === 0 ? [] : [group(name, shown, choose)];
      }),
    );
    if (lists.childElementCount === 0) lists.append(element('p', 'none', 'None has these words.'));
  };
  filter.addEventListener('input', draw);
  // A click beside the dialog lands on the dialog itself.
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close();
  });

  const button = element('button', 'open-chooser', 'Questions');
  button.type = 'button';
  button.title = 'Showcases, saved questions, and what was run lately';
  button.addEventListener('click', () => {
    filter.value = '';
    draw();
    dialog.showModal();
    savedQuestions(settings)
      .then((found) => {
        saved = found;
        draw();
      })
      .catch(() => undefined);
  });
  return button;
}

function group(name, entries, choose) {
  const section = element('section');
  section.append(element('h2', '', name));
  for (const entry of entries) {
    const item = element('button', 'entry');
    item.type = 'button';
    item.append(element('strong', '', entry.title), element('span', '', entry.description));
    item.addEventListener('click', () => choose(entry));
    section.append(item);
  }
  return section;
}

function describeRecent(entry) {
  const text = entry.query.replace(/#.*$/gm, '').replace(/\s+/g, ' ').trim();
  const when = new Date(entry.at).toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return { ...entry, title: entry.operationName ?? text.slice(0, 60), description: when };
}
