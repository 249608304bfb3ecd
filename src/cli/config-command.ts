/** `switchboard config`: the configuration in force, and the variables there are. */

import { type DataSource, dataSources } from '../config/data-source.ts';
import { misspellingText } from '../config/name-suggestion.ts';
import { type VariableName, variables } from '../config/variable.ts';
import { environmentExample } from '../config/variable-example.ts';
import { loadConfig } from '../config.ts';
import { stdout } from '../main/terminal.ts';
import { commands } from './command-line.ts';
import { misuse, onlyArgument } from './flag.ts';

/** `check` throws what a start would: ConfigError with every issue, then every issue of the files it names. */
export async function runConfig(args: readonly string[]): Promise<number> {
  const what = onlyArgument(args, commands.config);
  if (what === 'example') stdout.write(environmentExample());
  else if (what === 'check') stdout.write(await configReport());
  else throw misuse(commands.config, `Expected check or example; got "${what}".`);
  return 0;
}

/** Every variable with its value, secrets hidden. */
async function configReport(): Promise<string> {
  const config = loadConfig();
  const { environment, misspelt = [], unused = [] } = config;
  // Loaded where they are used: the example needs none of it.
  const [{ buildSchema }, { crmModelFor }, { readShownDocuments }] = await Promise.all([
    import('../graph/schema.ts'),
    import('../main/crm-model.ts'),
    import('../main/trusted-document.ts'),
  ]);
  readShownDocuments(environment, buildSchema(crmModelFor(config)));
  const names = Object.keys(variables) as VariableName[];
  const width = Math.max(...names.map((name) => name.length));
  const lines = names.map((name) => {
    const value = environment[name];
    const text =
      value === undefined
        ? '(unset)'
        : variables[name].secret
          ? '(secret)'
          : String(value) || '(none)';
    return `${name.padEnd(width)}  ${text}`;
  });
  const sources = [...dataSources(config).values()];
  const places =
    [...new Set(sources.map(placeOfData))].join(', ') || 'nowhere: there are no tenants';
  const ignored = misspelt.map((misspelling) => `${misspellingText(misspelling)}\n`).join('');
  const useless = unused.map((line) => `${line}\n`).join('');
  return `${lines.join('\n')}\n\n${ignored}${useless}No faults. Data comes from ${places}.\n`;
}

function placeOfData(source: DataSource): string {
  if (source.kind === 'hosted') return source.baseUrl.origin;
  return source.kind === 'vendor' ? 'your own accounts' : 'the embedded service';
}
