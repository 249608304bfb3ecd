/** The panel below GraphiQL: every upstream call that the answer of a tab needed. */

import { element } from './element.js';
import { currentTab, onTabs } from './tab.js';

const panel = document.getElementById('explain');
/** The explanation of each tab's last answer, by the tab's id. */
const explanations = new Map();

onTabs((open) => {
  for (const id of explanations.keys()) if (!open.includes(id)) explanations.delete(id);
  draw();
});

/** @param explanation null where the answer has none. */
export function explain(tab, explanation) {
  if (explanation === null) explanations.delete(tab);
  else explanations.set(tab, explanation);
  draw();
}

export function forgetExplanations() {
  explanations.clear();
  draw();
}

/** The explanation comes in the answer, or in the last part of one that came in parts. */
export function explanationIn(text) {
  const bodies = text.startsWith('{') ? [text] : (text.match(/^\{.*\}$/gm) ?? []);
  for (const body of bodies.reverse()) {
    const explanation = JSON.parse(body).extensions?.explain;
    if (explanation) return explanation;
  }
  return null;
}

let drawn = null;

function draw() {
  const explanation = explanations.get(currentTab()) ?? null;
  if (explanation === drawn) return;
  drawn = explanation;
  panel.hidden = explanation === null;
  if (panel.hidden) return;
  const { calls, totalMs, upstreamCalls } = explanation;
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
  panel.replaceChildren(title(upstreamCalls, calls.length - upstreamCalls, totalMs), table);
  panel.scrollTop = 0;
}

/** The words of the dashboard's last line. */
function title(sent, cached, totalMs) {
  const header = element('header');
  const calls = sent === 1 ? '1 upstream call' : `${sent} upstream calls`;
  header.append(
    element('strong', '', cached === 0 ? calls : `${calls}, ${cached} from cache`),
    element('span', '', `${Math.round(totalMs)} ms in all`),
  );
  const close = element('button', '', 'Close');
  close.type = 'button';
  close.addEventListener('click', () => explain(currentTab(), null));
  header.append(close);
  return header;
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
