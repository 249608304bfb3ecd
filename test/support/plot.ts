/** Plots of docs/ask/: bars as SVG, drawn from the rows of a saved question. */

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** How many rows it stands for. */
  readonly of: number;
}

export interface Plot {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly text: (value: number) => string;
  /** What the rows of a bar are; null where their number says nothing. */
  readonly rows: string | null;
}

type Row = readonly unknown[];

/** A row's cells by the names of their columns. */
export type Cells = Readonly<Record<string, unknown>>;

const count = (rows: readonly unknown[]): number => rows.length;
const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
const share = (rows: readonly Cells[], fits: (row: Cells) => boolean): number =>
  rows.length === 0 ? 0 : rows.filter(fits).length / rows.length;
const sum = (rows: readonly Cells[], name: string): number =>
  rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);

const percent = (value: number): string => `${Math.round(100 * value)}%`;
const whole = (value: number): string => Math.round(value).toLocaleString('en');
const tenth = (value: number): string => value.toFixed(1);
const points = (value: number): string =>
  `${value < 0 ? '−' : '+'}${Math.abs(100 * value).toFixed(1)}`;

/** Whether somebody spoke with the person on the day of the answer or later. */
const isFollowed = ({
  answered,
  contact_last_call: contact,
  lead_last_call: lead,
}: Cells): boolean => String(contact ?? lead ?? '').slice(0, 10) >= String(answered);

/** 0, 1–2, 3–5, 6 and more. */
const band = (value: unknown): string => {
  const n = Number(value);
  return n === 0 ? 'none' : n <= 2 ? '1–2' : n <= 5 ? '3–5' : '6 or more';
};
const bands = ['none', '1–2', '3–5', '6 or more'];

const crowd = (value: unknown): string => {
  const n = Number(value);
  return n <= 4 ? 'up to 4' : n <= 8 ? '5–8' : n <= 12 ? '9–12' : '13 or more';
};
const crowds = ['up to 4', '5–8', '9–12', '13 or more'];

function grouped(
  rows: readonly Cells[],
  key: (row: Cells) => string,
  value: (rows: readonly Cells[]) => number,
  order: readonly string[] | null = null,
): readonly Bar[] {
  const groups = Map.groupBy(rows, key);
  const labels = order ?? [...groups.keys()];
  return labels.flatMap((label) => {
    const own = groups.get(label);
    return own === undefined ? [] : [{ label, value: value(own), of: count(own) }];
  });
}

const byValue = (bars: readonly Bar[]): readonly Bar[] =>
  bars.toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1));

/** By the question's name: what its plot shows. */
export const plots: Readonly<Record<string, (rows: readonly Cells[]) => Plot>> = {
  'win-rate-by-calls': (rows) => ({
    rows: 'deals',
    title: 'Share won, by calls in the quarter before',
    bars: grouped(
      rows,
      ({ calls }) => band(calls),
      (own) => share(own, ({ won }) => won === true),
      bands,
    ),
    text: percent,
  }),
  'win-rate-by-tracker': (rows) => ({
    rows: 'groups',
    title: 'Share won, by calls of the first two with a competitor',
    bars: grouped(
      rows.filter(({ result }) => result === 'WON'),
      ({ heard_in: heard }) => String(heard),
      (own) => sum(own, 'share'),
    ),
    text: percent,
  }),
  'days-to-win': (rows) => ({
    rows: 'groups',
    title: 'Median days from the first call to won, by industry',
    bars: byValue(
      grouped(
        rows,
        ({ group }) => String(group ?? 'none'),
        (own) => sum(own, 'median'),
      ),
    ),
    text: whole,
  }),
  'calls-before-close': (rows) => ({
    rows: 'groups',
    title: 'Mean of the calls in the 90 days before the close, by result',
    bars: grouped(
      rows,
      ({ result }) => String(result).toLowerCase(),
      (own) => sum(own, 'calls') / sum(own, 'deals'),
    ),
    text: tenth,
  }),
  'tracker-share-by-stage': (rows) => ({
    rows: null,
    title: 'Share of calls with a competitor, by the stage now',
    bars: byValue(
      grouped(
        rows,
        ({ stage }) => String(stage),
        (own) => sum(own, 'share'),
      ),
    ),
    text: percent,
  }),
  'silence-by-owner': (rows) => ({
    rows: null,
    title: 'Days since the last call of open deals, median of the ten quietest owners',
    bars: byValue(
      grouped(
        rows,
        ({ group }) => String(group),
        (own) => sum(own, 'median'),
      ),
    ).slice(0, 10),
    text: whole,
  }),
  'less-often': (rows) => ({
    rows: 'accounts',
    title: 'Calls of accounts that are spoken with half as often, in both periods',
    bars: ['before', 'now'].map((name) => ({
      label: name,
      value: sum(rows, name),
      of: count(rows),
    })),
    text: whole,
  }),
  'leaders-never-met': (rows) => ({
    rows: null,
    title: 'Leaders never on a call, by their role in an open deal',
    bars: grouped(rows, ({ deal }) => (deal === null ? 'no role' : 'a role'), count, [
      'a role',
      'no role',
    ]),
    text: whole,
  }),
  'quiet-deals': (rows) => ({
    rows: 'deals',
    title: 'Amount of quiet deals in the currency of the CRM, by stage',
    bars: byValue(
      grouped(
        rows,
        ({ stage }) => String(stage),
        (own) => sum(own, 'amount'),
      ),
    ),
    text: whole,
  }),
  'forecast-against-activity': (rows) => ({
    rows: 'deals',
    title: 'Calls a deal in the last 30 days, by forecast category',
    bars: byValue(
      grouped(
        rows,
        ({ forecast }) => String(forecast),
        (own) => sum(own, 'calls') / count(own),
      ),
    ),
    text: tenth,
  }),
  'deal-changes': (rows) => ({
    rows: null,
    title: 'Deals moved to a stage in the last 30 days',
    bars: byValue(
      grouped(
        rows.filter((row) => row.stage_before !== null && row.stage_before !== row.stage),
        ({ stage }) => String(stage),
        count,
      ),
    ),
    text: whole,
  }),
  'campaign-follow-up': (rows) => ({
    rows: 'answers',
    title: 'Share of answers that were followed by a call, by campaign',
    bars: byValue(
      grouped(
        rows,
        ({ campaign }) => String(campaign),
        (own) => share(own, isFollowed),
      ),
    ),
    text: percent,
  }),
  'onboarding-risk': (rows) => ({
    rows: null,
    title: 'Quiet new customers, by open cases',
    bars: grouped(rows, ({ open_cases: cases }) => band(cases), count, bands),
    text: whole,
  }),
  'cases-before-renewal': (rows) => ({
    rows: null,
    title: 'Open cases of high priority, by the month of the renewal',
    bars: grouped(
      rows.toSorted((a, b) => (String(a.close_date) < String(b.close_date) ? -1 : 1)),
      ({ close_date: date }) => String(date).slice(0, 7),
      count,
    ),
    text: whole,
  }),
  'champions-gone': (rows) => ({
    rows: 'people',
    title: 'Amount that hangs on people not heard, in the CRM’s currency, by role',
    bars: byValue(
      grouped(
        rows,
        ({ role }) => String(role),
        (own) => sum(own, 'amount'),
      ),
    ),
    text: whole,
  }),
  multithreading: (rows) => ({
    rows: 'deals',
    title: 'Share won of closed deals, by people on their calls',
    bars: grouped(
      rows.filter(({ closed }) => closed === true),
      ({ people }) => crowd(people),
      (own) => share(own, ({ won }) => won === true),
      crowds,
    ),
    text: percent,
  }),
  'competitor-by-stage': (rows) => ({
    rows: null,
    title: 'Calls with a competitor heard, by the stage of the deal',
    bars: byValue(
      grouped(
        rows.filter(({ stage }) => stage !== null),
        ({ stage }) => String(stage),
        (own) => sum(own, 'calls'),
      ),
    ),
    text: whole,
  }),
  'topics-by-result': (rows) => ({
    rows: null,
    title: 'Share of the calls of won deals with each topic, the ten commonest',
    bars: byValue(
      grouped(
        rows.filter(({ result, topic }) => result === 'WON' && topic !== null),
        ({ topic }) => String(topic),
        (own) => sum(own, 'share'),
      ),
    ).slice(0, 10),
    text: percent,
  }),
  'talk-ratio-against-wins': (rows) => ({
    rows: 'colleagues',
    title: 'Host’s share of the talk, mean of colleagues, by what came of the deal',
    bars: grouped(
      rows.filter((row) => row.result !== null && row.talk_ratio !== null),
      ({ result }) => String(result),
      (own) => mean(own.map((row) => Number(row.talk_ratio))),
      ['WON', 'LOST', 'OPEN'],
    ),
    text: percent,
  }),
  'scores-by-manager': (rows) => ({
    rows: null,
    title: 'Mean score by scorecard, over all managers',
    bars: byValue(
      grouped(
        rows,
        ({ scorecard }) => String(scorecard),
        (own) =>
          own.reduce((total, row) => total + Number(row.mean_score) * Number(row.reviews), 0) /
          sum(own, 'reviews'),
      ),
    ),
    text: tenth,
  }),
  'coaching-effect': (rows) => ({
    rows: 'colleagues',
    title: 'Change of the share of talking, in points, mean by feedback received',
    bars: grouped(
      rows.filter((row) => row.talk_before !== null && row.talk_after !== null),
      ({ feedback }) => band(feedback),
      (own) => mean(own.map((row) => Number(row.talk_after) - Number(row.talk_before))),
      bands,
    ),
    text: points,
  }),
};

export const cellsOf = (names: readonly string[], rows: readonly Row[]): readonly Cells[] =>
  rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])));

const [width, left, lineHeight, barHeight, top] = [640, 190, 28, 18, 44];
const room = width - left - 130;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

export function svgOf({ title, bars, text, rows }: Plot): string {
  const most = Math.max(...bars.map(({ value }) => Math.abs(value)), Number.EPSILON);
  const height = top + bars.length * lineHeight + 8;
  const lines = bars.map(({ label, value, of }, at) => {
    const y = top + at * lineHeight;
    const length = Math.max(1, Math.round((room * Math.abs(value)) / most));
    return [
      `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${escaped(label)}</text>`,
      `<rect class="${value < 0 ? 'less' : 'bar'}" x="${left}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text x="${left + length + 6}" y="${y + 14}">${text(value)} ${rows === null ? '' : `<tspan class="of">(${of} ${of === 1 ? rows.replace(/people$|s$/, (end) => (end === 's' ? '' : 'person')) : rows})</tspan>`}</text>`,
    ].join('\n');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(title)}">
<style>text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.of{fill:#656d76}.bar{fill:#2f6f9f}.less{fill:#b5603a}@media (prefers-color-scheme:dark){text{fill:#e6edf3}.of{fill:#9198a1}.bar{fill:#5aa3d8}.less{fill:#e08a5f}}</style>
<text class="title" x="8" y="22">${escaped(title)}</text>
${lines.join('\n')}
</svg>
`;
}
