/** Posts the deals that nobody has spoken about for a month to a chat; anything missing is said in the message. */

import { readFileSync } from 'node:fs';

const { SWITCHBOARD_URL = 'http://127.0.0.1:4000/graphql' } = process.env;
const { SWITCHBOARD_KEY, CHAT_WEBHOOK, DAYS = '30', TOP = '10' } = process.env;
const authorization = SWITCHBOARD_KEY && { authorization: `Bearer ${SWITCHBOARD_KEY}` };
const query = readFileSync(new URL('../../queries/quiet-deals.graphql', import.meta.url), 'utf8');

interface Deal {
  readonly name: string | null;
  readonly owner: { readonly recordName: string | null } | null;
  readonly stageName: string | null;
  readonly amount: number | null;
  readonly currencyIsoCode: string | null;
  readonly nextStep: string | null;
  readonly lastCall: { readonly startedAt: string | null } | null;
}
interface Answer {
  readonly data?: {
    readonly opportunities: { nodes: (Deal | null)[]; pageInfo: { hasNextPage: boolean } } | null;
  } | null;
  readonly errors?: readonly { message: string }[];
  readonly extensions?: { readonly incomplete?: readonly { message: string }[] };
}

async function ask(): Promise<Answer> {
  const response = await fetch(SWITCHBOARD_URL, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorization },
    body: JSON.stringify({ query, variables: { days: Number(DAYS), first: Number(TOP) } }),
    signal: AbortSignal.timeout(60_000),
  });
  return (await response.json()) as Answer;
}

/** Without what chats take for markup or for a mention. */
const plain = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function lineOf(deal: Deal, place: number): string {
  const parts = [
    deal.amount && `${deal.amount.toLocaleString('en')} ${deal.currencyIsoCode ?? ''}`.trim(),
    deal.stageName,
    deal.owner?.recordName,
    deal.lastCall ? `last call ${deal.lastCall.startedAt?.slice(0, 10) ?? '?'}` : 'never a call',
    deal.nextStep && `next: ${deal.nextStep}`,
  ];
  return plain(`${place}. ${deal.name ?? 'A deal'} · ${parts.filter(Boolean).join(' · ')}`);
}

const unread = ({ message }: Error): Answer => ({
  errors: [{ message: `${message}: ${SWITCHBOARD_URL}` }],
});
const { data, errors = [], extensions } = await ask().catch(unread);
const deals = data?.opportunities?.nodes.filter((deal) => deal !== null);
const faults = [...new Set([...errors, ...(extensions?.incomplete ?? [])].map((f) => f.message))];
const text = [
  deals === undefined ? '*Quiet deals could not be read.*' : `*No call for ${DAYS} days*`,
  ...(deals ?? []).map((deal, index) => lineOf(deal, index + 1)),
  ...(data?.opportunities?.pageInfo.hasNextPage ? ['… and more.'] : []),
  ...faults.map((message) => plain(`⚠ Not all is here: ${message}`)),
].join('\n');

async function post(webhook: string): Promise<boolean> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const { ok, status } = await fetch(webhook, { ...init, body: JSON.stringify({ text }) });
  if (!ok) console.error(`The chat answered ${status}.`);
  return ok;
}

if (!CHAT_WEBHOOK) console.log(text);
const isPosted = !CHAT_WEBHOOK || (await post(CHAT_WEBHOOK));
process.exitCode = isPosted && faults.length === 0 ? 0 : 1;
