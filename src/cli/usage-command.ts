/** `switchboard usage`: which client asks a running gateway for which fields. */

import { z } from 'zod';
import { loadConfig } from '../config.ts';
import { counted, UserInputError } from '../errors.ts';
import { stdout } from '../main/terminal.ts';
import { mergeUsage, type UsageReport } from '../server/usage.ts';
import { readJson } from './client.ts';
import { commands } from './command-line.ts';
import { misuse, readFlags } from './flag.ts';
import { alignedTexts } from './table.ts';

const reportShape = z.object({
  processes: z.number(),
  since: z.iso.datetime(),
  clients: z.array(
    z.object({
      client: z.string().nullable(),
      name: z.string().nullable(),
      version: z.string().nullable(),
      requests: z.number(),
      fields: z.record(z.string(), z.number()),
    }),
  ),
  deprecated: z.record(z.string(), z.string()),
});

/** A field as a client uses it. */
interface FieldUsage {
  readonly field: string;
  readonly client: string;
  readonly name: string;
  readonly version: string;
  readonly requests: number;
  readonly deprecated: string | null;
}

export async function runUsage(args: readonly string[]): Promise<number> {
  const { values, positionals } = readFlags(args, commands.usage);
  if (positionals.length > 0)
    throw misuse(commands.usage, `Expected no argument; got "${positionals.join(' ')}".`);
  const urls = values.url.length > 0 ? values.url : [configuredUrl()];
  const report = mergeUsage(await Promise.all(urls.map(readReport)));
  const rows = rowsOf(report).filter((row) => !values.deprecated || row.deprecated !== null);
  if (values.json) stdout.write(`${JSON.stringify({ ...report, clients: rows }, null, 2)}\n`);
  else stdout.write(tableOf(report, rows, values.deprecated));
  return 0;
}

function configuredUrl(): string {
  const { ADMIN_HOST: host, ADMIN_PORT: port } = loadConfig().environment;
  if (port === undefined)
    throw misuse(
      commands.usage,
      'Expected --url with the address of a gateway’s admin port, or its ADMIN_PORT; got neither.',
    );
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function readReport(text: string): Promise<UsageReport> {
  const url = URL.parse('/usage', text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new UserInputError(
      '--url: expected http:// or https://, and the host and port of an admin port; got another text.',
    );
  const { value, status } = await readJson(url, {});
  const { data } = reportShape.safeParse(value);
  if (data === undefined)
    throw new UserInputError(
      `Expected the usage of a gateway from ${url.href}; got status ${status}. It is told at the admin port (ADMIN_PORT), not where the graph is.`,
    );
  return data;
}

/** By field, and of each the client that asks most first. */
function rowsOf({ clients, deprecated }: UsageReport): readonly FieldUsage[] {
  const rows = clients.flatMap(({ client, name, version, fields }) =>
    Object.entries(fields).map(([field, requests]) => ({
      field,
      client: client ?? '(others)',
      name: name ?? '',
      version: version ?? '',
      requests,
      deprecated: deprecated[field] ?? null,
    })),
  );
  const order = new Intl.Collator('en');
  return rows.sort((a, b) => order.compare(a.field, b.field) || b.requests - a.requests);
}

const head = ['field', 'client', 'name', 'version', 'requests'];

function tableOf(report: UsageReport, rows: readonly FieldUsage[], isDeprecated: boolean): string {
  const requests = report.clients.reduce((sum, client) => sum + client.requests, 0);
  const scope = `${counted(requests, 'request')} of ${counted(report.processes, 'process', 'processes')} since ${report.since}`;
  if (rows.length === 0)
    return isDeprecated
      ? `Nothing deprecated was asked for: ${scope}.\n`
      : `Nothing was asked for: ${scope}.\n`;
  const cells = rows.map(({ field, client, name, version, requests: count }) => [
    ...[field, client, name, version],
    count,
  ]);
  const reasons = isDeprecated
    ? [...new Map(rows.map(({ field, deprecated }) => [field, deprecated]))].map(
        ([field, reason]) => `${field}: ${reason}\n`,
      )
    : [];
  return `${alignedTexts([head, ...cells])}\n${reasons.join('')}${scope}.\n`;
}
