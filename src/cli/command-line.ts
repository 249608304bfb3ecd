/** Declarations of every command and its flags, and the help that is made of them. */

import type { ParseArgsOptionsConfig } from 'node:util';

export interface Flag {
  readonly type: 'string' | 'boolean';
  readonly default?: string | boolean | string[];
  /** Whether the flag may be repeated. */
  readonly multiple?: boolean;
  /** Placeholder of the value. */
  readonly takes?: string | undefined;
  /** Description; without it the flag is in the usage alone. */
  readonly about?: string | undefined;
  /** The flag without which this one means nothing. */
  readonly beside?: string;
}

export interface Command {
  /** One line of the list of commands. */
  readonly about: string;
  /** Usage line and arguments. */
  readonly usage: string;
  readonly flags?: Readonly<Record<string, Flag>> & ParseArgsOptionsConfig;
  /** Notes. */
  readonly notes?: string;
  /** Example lines without the program's name; a test runs them in a clone. */
  readonly examples: readonly string[];
}

/** A flag that takes a value. */
const text = (takes?: string, about?: string) => ({ type: 'string', takes, about }) as const;
const textOr = (fallback: string, takes?: string, about?: string) =>
  ({ ...text(takes, about), default: fallback }) as const;
/** A flag without a value. */
const yes = (about?: string) => ({ type: 'boolean', default: false, about }) as const;

const gateway = {
  url: text('URL', 'the graph of a running gateway (one is started in this process)'),
  key: { ...text('KEY', 'an API key of its access file'), beside: 'url' },
};

const variables = textOr('{}', 'JSON|@FILE', 'its variables ({})');

export const commands = {
  serve: {
    about: 'start the gateway, with the embedded service unless another is configured',
    usage: `switchboard serve

  Everything is configured by the environment: \`switchboard config example\` lists it.
`,
    examples: ['serve'],
  },
  service: {
    about: 'start the embedded connector service alone',
    usage: 'switchboard service [options]\n',
    flags: {
      as: textOr(
        'connector-service',
        'WHAT',
        "vendors: the vendors' own APIs in its place (connector-service)",
      ),
      size: textOr('small', 'small|large', 'how big the synthetic company is (small)'),
      seed: textOr('1', 'N', 'another seed, another company (1)'),
      currencies: textOr(
        'one',
        'one|three',
        'currencies of its CRM: one, or USD, EUR and JPY (one)',
      ),
      file: text('PATH', 'keep the company in a file; it is made once (memory)'),
      'custom-schema': text('PATH', 'JSON of custom fields and objects (the shipped example)'),
      port: textOr('4010', 'N', '0: any free one (4010)'),
      token: text('TEXT', 'the bearer token (random)'),
      wrapper: textOr('older', 'older|newer', 'the outer form of answers (older)'),
      'locator-param': text('NAME', 'a parameter that takes nextRecordsUrl back (none)'),
      latency: text('MS|MIN-MAX', 'milliseconds every call takes longer (0)'),
      limited: yes('3 calls a second and 10,000 a day on call analytics'),
      instances: text(
        'PATH',
        'keep created instances in a file, your own accounts among them; needs --key-file',
      ),
      'key-file': text('PATH', "32 bytes that encrypt their credentials; made if it isn't there"),
    },
    examples: ['service --port 0 --latency 80', 'service --as vendors --port 0'],
  },
  query: {
    about: 'ask one question, from a file or standard input',
    usage: `switchboard query FILE [options]

  FILE                      a GraphQL document; - reads standard input
`,
    flags: {
      variables,
      format: textOr('json', 'NAME', 'json, csv or table (json)'),
      explain: yes('every upstream call the answer needed, under extensions.explain'),
      ...gateway,
    },
    notes: `
  The answer goes to standard output: as JSON, as CSV of its one list, where lists in a row are
  JSON (\`export --unnest\` gives their items rows), or as tables to read: one for each list, where
  lists in a row are the names of their items, or their values where they have no name. 1 when it
  holds errors or incomplete lists, which standard error names; a parent that is not among the
  key's rows is an empty cell, and no error here.
`,
    examples: ['query schema/operations/recent-calls.graphql --format table'],
  },
  run: {
    about: 'ask a saved question by its name, or list them',
    usage: `switchboard run [NAME] [options]

  NAME                      a saved question; without one all are listed with their variables
`,
    flags: {
      var: {
        ...text('NAME=VALUE', 'one of its variables; once for each'),
        multiple: true,
        default: [],
      },
      format: text('NAME', 'table, csv or json (table); with --out as of export'),
      out: text('PATH', 'write all its rows there, as export does'),
      restart: {
        ...yes('with --out: begin anew where an unfinished export could go on'),
        beside: 'out',
      },
      force: { ...yes('with --out: write over a file that is there'), beside: 'out' },
      ...gateway,
    },
    notes: `
  Saved questions are the documents of queries/ (QUERIES_DIR names another folder), or those of
  the gateway at URL. 1 when the answer holds errors or incomplete lists, as \`query\` says.
`,
    examples: [
      'run quiet-deals --var least=100000 --var first=10',
      'run quiet-deals --out quiet-deals.parquet',
    ],
  },
  export: {
    about: 'write every row of a list to a file, resumable',
    usage: `switchboard export FILE --out PATH [options]

  FILE                      a document that selects one list, or one connection with
                            pageInfo { hasNextPage endCursor } that takes $after: String;
                            - reads standard input
`,
    flags: {
      out: text('PATH', 'where the rows go'),
      format: text('NAME', 'csv, ndjson, json or parquet (the ending of PATH, before .gz)'),
      unnest: text('LIST', 'a row for each item of this list of a row, e.g. parties'),
      variables,
      restart: yes('begin anew where an unfinished export could go on'),
      force: yes('write over a file that is there'),
      ...gateway,
    },
    notes: `
  Columns follow from what is selected: one for each value, lists as JSON; or from the header
  of a saved question. PATH.gz is compressed. Parquet has real types (timestamps in UTC, dates,
  numbers, booleans; all may be null) and row groups of at most 50,000 rows. With --unnest the
  other values of a record are repeated, and one whose list is empty stays one row.

  Rows are written to PATH.part, which becomes PATH when it holds the last one. After a failure
  or a kill the same command goes on where it stopped. With totalCount selected, the progress
  bar knows the end. 1 also when something was incomplete, which standard error names.
`,
    examples: [
      'export schema/operations/recent-calls.graphql --out calls.csv.gz',
      'export schema/operations/recent-calls.graphql --unnest parties --out parties.parquet',
    ],
  },
  index: {
    about: 'fill, show, check or delete a participant index',
    usage: `switchboard index sync [--all] [--tenant NAME]
       switchboard index status [--tenant NAME | --url URL [--key KEY]]
       switchboard index verify [--tenant NAME]
       switchboard index forget INDEX | --transcripts [--tenant NAME]

  sync    read what is new, fill gaps back to the horizon, compare again what was not compared for a week
          --all: compare everything again, transcripts aside
  status  what the index knows; with --url that of a running gateway
  verify  compare the index with the platform, call by call, and a hundred transcripts; 1 on a difference
  forget  delete the index of another account, which status names and no gateway uses any more
          --transcripts: the words of transcripts alone, of this configuration, with TRANSCRIPTS_INDEX off
`,
    flags: {
      ...{ tenant: text(), all: yes(), transcripts: yes() },
      ...{ url: text(), key: { ...text(), beside: 'url' } },
    },
    examples: ['index status', 'index sync'],
  },
  schema: {
    about:
      'print the schema or its cache keys, compare it with another, or discover your custom fields',
    usage: `switchboard schema print | check | diff [OTHER.graphql] | keys [OTHER.graphql] | discover [options]

  print   write the published files under schema/ anew
  check   1 when they are not what the code serves
  diff    what a client written against OTHER (the published one) would notice; 1 when it breaks,
          other than by the removal of what OTHER had deprecated
  keys    possible types and keys of OTHER (the published one) as JSON, for clients that normalise
  discover  the custom schema file (CRM_CUSTOM_SCHEMA) of your CRM
`,
    flags: {
      object: {
        ...text('NAME', 'discover: this object alone, by its API name; once for each (all)'),
        multiple: true,
        default: [],
      },
      used: yes('discover: fields filled in one of the last 1,000 records alone'),
      out: text('PATH', 'discover: a new file in place of standard output'),
    },
    examples: ['schema check', 'schema diff schema/schema.graphql', 'schema keys'],
  },
  usage: {
    about: 'which client asks a running gateway for which fields, and for what is deprecated',
    usage: 'switchboard usage [--deprecated] [--json] [--url URL …]\n',
    flags: {
      deprecated: yes('what is deprecated alone, with its reasons'),
      json: yes('as JSON, for machines'),
      url: {
        ...text('URL', 'the admin port of a gateway; once for each (ADMIN_HOST, ADMIN_PORT)'),
        multiple: true,
        default: [],
      },
    },
    notes: `
  Counted since a gateway started, over all its WORKERS. A client is one of the access file, with
  the name and version it sends as apollographql-client-name and apollographql-client-version, or
  graphql-client-name and graphql-client-version. Arguments and values count where the document
  holds them; of a variable its type does.
`,
    examples: ['usage --deprecated'],
  },
  config: {
    about: 'show the configuration and its faults, or an example',
    usage: `switchboard config check | example

  check    every variable with its value, secrets hidden; or all faults at once, and 1
  example  a .env file of every variable with what it means
`,
    examples: ['config check'],
  },
  login: {
    about: 'sign in to the CRM as a person, by a browser',
    usage: 'switchboard login crm [options]\n',
    flags: {
      port: textOr('1717', 'N', 'of the callback address; 0: any free one (1717)'),
      'no-browser': yes('print the address, and open no browser'),
    },
    notes: `
  SALESFORCE_CLIENT_ID names the app, SALESFORCE_LOGIN_URL the CRM where it is not
  login.salesforce.com, TOKEN_KEY encrypts the refresh token where it is stored. The app has the
  callback address http://localhost:1717/OauthRedirect, or that of the port, and asks for no secret.
`,
    examples: ['login crm --no-browser'],
  },
  key: {
    about: 'make an API key, or shut a client out',
    usage: `switchboard key [revoke CLIENT | restore CLIENT] [--tenant NAME]

  (none)                    a new key, and the hash that goes into the access file
  revoke CLIENT             shut a client out of all gateways within seconds; needs REDIS_URL
  restore CLIENT            let it in again
`,
    flags: { tenant: textOr('default', 'NAME', "the client's tenant (default)") },
    examples: ['key'],
  },
  doctor: {
    about: 'look whether everything Switchboard needs is there and answers',
    usage: 'switchboard doctor [options]\n',
    flags: {
      record: text(
        'PATH',
        'a scrubbed recording of what your own accounts answered, to send to us',
      ),
      json: yes('everything that was found as JSON, for machines'),
      'permission-set': text(
        'PATH',
        'try nothing: write a permission set of the CRM that reads what is used, and nothing else',
      ),
      as: text(
        'ADDRESS',
        'try nothing: say what the person of this address will see, and why not more',
      ),
    },
    notes: `
  One line for each thing that is tried; 1 when something is wrong. Of your own accounts every
  right is tried with its cheapest call, and each object of the CRM with all fields that the
  dashboard, the showcase and the saved questions use: works, in part (which fields, and where they
  will be missing), not permitted (which scope or object; neither is counted as wrong), not signed
  in, not reachable. With --as, 1 where the person is found in no system.
`,
    examples: ['doctor', 'doctor --json', 'doctor --as ada.rousseau@lumenridge.example.com'],
  },
} as const satisfies Readonly<Record<string, Command>>;

/** Help text of a command. */
export function helpOf({ usage, flags = {}, notes = '', examples }: Command): string {
  const lines = Object.entries(flags).flatMap(([name, { takes, about }]: [string, Flag]) =>
    about === undefined ? [] : `  ${`--${name} ${takes ?? ''}`.padEnd(24)}  ${about}\n`,
  );
  // A blank line separates the list of flags from the usage, unless arguments are listed before it.
  const gap = lines.length > 0 && usage.indexOf('\n') === usage.length - 1 ? '\n' : '';
  const lastLines = examples.map((line) => `  switchboard ${line}\n`).join('');
  return `${usage}${gap}${lines.join('')}${notes}\nFor example:\n\n${lastLines}`;
}

export function listOfCommands(): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return `switchboard [COMMAND]

${lines.join('\n')}

\`switchboard COMMAND --help\` tells what each takes, \`switchboard --version\` the version.
Without a command it serves. Configuration comes from the environment; \`switchboard config example\` tells of each variable.
`;
}
