/** Pages of variables, codes, metrics, commands, permissions and faults, made of the code that has them. */

import { type Command, commands, type Flag } from '../../../src/cli/command-line.ts';
import { variables } from '../../../src/config/variable.ts';
import { variableGroups } from '../../../src/config/variable-group.ts';
import { line } from '../../../src/config/variable-kind.ts';
import { permissionMeanings, permissions } from '../../../src/contract/permission.ts';
import { faultSchema } from '../../../src/demo/fault/fault.ts';
import { codeMeanings, errorCodes, retryableCodes } from '../../../src/errors.ts';
import { createMetrics } from '../../../src/server/metrics.ts';
import { code, type Page, page, prose, section, table } from './page.ts';

function variablePage(): Page {
  const sections = variableGroups().map(({ title, names }) =>
    section(
      title,
      table(
        ['variable', 'default', 'what it is'],
        names.map((name) => {
          const { about, fallback, kind } = variables[name];
          const standard = fallback === null ? 'unset' : fallback === '' ? 'none' : code(fallback);
          const expects = kind === line ? '' : ` Expects ${kind.expects}.`;
          return [code(name), standard, prose(about + expects)];
        }),
      ),
    ),
  );
  return page(
    'variables.md',
    'Environment variables',
    'You will have the name, default and meaning of every setting. An empty value counts as unset; `npx switchboard config check` prints yours, or every fault, `npx switchboard config example` a `.env` of all.',
    'src/config/variable.ts',
    sections,
  );
}

function codePage(): Page {
  const retryable = (name: (typeof errorCodes)[number]): string => {
    if (name === 'UPSTREAM_BAD_RESPONSE') return 'if unreadable';
    return retryableCodes.has(name) ? 'yes' : 'no';
  };
  return page(
    'codes.md',
    'Error codes',
    'You will know what an error of an answer means, and whether to send the same request again.',
    'src/errors.ts',
    [
      table(
        ['code', 'retry', 'meaning'],
        errorCodes.map((name) => [code(name), retryable(name), codeMeanings[name]]),
      ),
      section(
        'What stands beside the code',
        `Every error has \`extensions\` with these members:

- \`code\`, from the table; the list is closed.
- \`retryable\`: whether the same request may be answered later. The column above is what holds as a rule; an answer that could not be read is worth another try, a row in it that is not as documented is not.
- \`retryAfterMs\`, where it is known when to come back.
- \`requestId\`, which the line of the log has, too.
- \`service\`, \`entity\`, \`action\` of an upstream's failure.
- \`part\`: what the CRM hides from its user, such as \`Account.AnnualRevenue\` or \`Case\`.`,
      ),
    ],
  );
}

/** Metrics with their labels; a registry tells all but these, which its metrics have. */
async function metricPage(): Promise<Page> {
  const { registry, close } = createMetrics({
    running: () => 0,
    unreadBytes: () => 0,
    process: false,
    index: { figures: async () => [], now: () => 0, isUp: () => true },
  });
  const declared = await registry.getMetricsAsJSON();
  const rows = declared.map(({ name, help, type }) => {
    const metric = registry.getSingleMetric(name) as unknown as { labelNames?: readonly string[] };
    const labels = (metric.labelNames ?? []).map(code).join(', ');
    return [code(name), String(type), labels, prose(help)];
  });
  close();
  return page(
    'metrics.md',
    'Metrics',
    'You will have every figure that `/metrics` of the admin port gives. [Monitoring](../operate/monitoring.md) has alerts and a board as files.',
    'src/server/metrics.ts',
    [
      table(['metric', 'type', 'labels', 'meaning'], rows),
      section(
        'Those of the library',
        'Figures of the process and the event loop (`process_…`, `nodejs_…`) have the names of `prom-client`. `promtool check metrics` would rename `nodejs_active_handles_total`, `nodejs_active_requests_total` and `nodejs_active_resources_total`; it finds nothing else.',
      ),
    ],
  );
}

const flagRows = (flags: Readonly<Record<string, Flag>>): string[][] =>
  Object.entries(flags).flatMap(([name, { takes, about, beside, multiple }]) => {
    if (about === undefined) return [];
    const needs = beside === undefined ? '' : ` Only with \`--${beside}\`.`;
    const often = multiple === true ? ' May be repeated.' : '';
    return [
      [
        code(`--${name}${takes === undefined ? '' : ` ${takes}`}`),
        `${prose(about)}.${needs}${often}`,
      ],
    ];
  });

function commandPage(): Page {
  const list: readonly (readonly [string, Command])[] = Object.entries(commands);
  const sections = list.map(([name, { about, usage, flags = {}, notes = '', examples }]) => {
    const rows = flagRows(flags);
    return section(
      name,
      `${about[0]?.toUpperCase()}${about.slice(1)}.`,
      `\`\`\`text\n${usage.trim()}\n\`\`\``,
      rows.length === 0 ? '' : table(['flag', 'what it does'], rows),
      prose(notes.replace(/\n +/g, '\n').trim()),
      `For example:\n\n${examples.map((line) => `- \`switchboard ${line}\``).join('\n')}`,
    );
  });
  return page(
    'commands.md',
    'Commands',
    'You will have every command with its flags, as `npx switchboard COMMAND --help` prints them. All are configured by the [environment](variables.md).',
    'src/cli/command-line.ts',
    [
      table(
        ['command', 'what it does'],
        list.map(([name, { about }]) => [`[${name}](#${name})`, about]),
      ),
      ...sections,
    ],
  );
}

const permissionPage = (): Page =>
  page(
    'permissions.md',
    'Permissions',
    'You will know what each permission of a role opens. [Clients, keys and roles](../operate/access.md) says how roles are given.',
    'src/contract/permission.ts',
    [
      table(
        ['permission', 'what it opens'],
        permissions.map((name) => [code(name), permissionMeanings[name]]),
      ),
      section(
        'What a permission guards',
        `- Fields, not questions: what a client may not see is null with \`FORBIDDEN\` at its path, the rest of the answer comes. A refused field costs nothing.
- \`private-calls\`: without it title, people and content of private calls are null; a list of reviews leaves theirs out, and of a user's days only those that the user hosts are seen.
- \`transcripts\` guards what was said word for word. What the platform made of a call (brief, key points, highlights, outline, action items, trackers with phrases, comments) comes with the call, though it may quote.`,
      ),
    ],
  );

const faultPage = (): Page =>
  page(
    'faults.md',
    'Faults of the embedded service',
    'You will be able to order every failure that an upstream can have, to see what your clients make of it. [Practise failures](../operate/faults.md) has commands to paste.',
    'src/demo/fault/fault.ts',
    [
      table(
        ['kind', 'what it does'],
        faultSchema.options.map(({ shape, description = '' }) => [
          code(shape.kind.value),
          prose(description),
        ]),
      ),
    ],
  );

/** Pages that are committed, so that they are read where the code is and a diff shows what changed. */
export const codePages = async (): Promise<readonly Page[]> => [
  variablePage(),
  codePage(),
  await metricPage(),
  commandPage(),
  permissionPage(),
  faultPage(),
];
