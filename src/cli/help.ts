/** What each command is for and takes: shown on --help, and with every misuse. */

export interface CommandHelp {
  /** One line of the list of commands. */
  readonly about: string;
  readonly usage: string;
}

const server = `  --url URL                 the graph of a running gateway (one is started in this process)
  --key KEY                 an API key of its access file`;

export const helpOf = {
  serve: {
    about: 'start the gateway, with the embedded service unless another is configured',
    usage: `switchboard serve

  Everything is configured by the environment: \`switchboard config example\` lists it.
`,
  },
  service: {
    about: 'start the embedded connector service alone',
    usage: `switchboard service [options]

  --size small|large        how big the synthetic company is (small)
  --seed N                  another seed, another company (1)
  --file PATH               keep the company in a file; it is made once (memory)
  --custom-schema PATH      JSON of custom fields and objects (the shipped example)
  --port N                  0: any free one (4010)
  --token TEXT              the bearer token (random)
  --wrapper older|newer     the outer form of answers (older)
  --locator-param NAME      a parameter that takes nextRecordsUrl back (none)
  --latency MS|MIN-MAX      milliseconds every call takes longer (0)
  --limited                 3 calls a second and 10,000 a day on call analytics
  --instances PATH          keep created instances in a file; needs --key-file
  --key-file PATH           32 bytes that encrypt their credentials; made if it isn't there
`,
  },
  query: {
    about: 'ask one question, from a file or standard input',
    usage: `switchboard query FILE [options]

  FILE                      a GraphQL document; - reads standard input
  --variables JSON|@FILE    its variables ({})
  --explain                 every upstream call the answer needed, under extensions.explain
${server}

  The answer goes to standard output as JSON; 1 when it holds errors or
  incomplete lists, which standard error names.
`,
  },
  export: {
    about: 'write every row of a connection to a file, resumable',
    usage: `switchboard export FILE --out PATH [options]

  FILE                      a document that takes $after: String and selects one connection
                            with pageInfo { hasNextPage endCursor }; - reads standard input
  --out PATH                where the rows go
  --format csv|ndjson|json  (the ending of PATH)
  --variables JSON|@FILE    its variables ({})
  --restart                 begin anew where an unfinished export could go on
  --force                   write over a file that is there
${server}

  Columns of CSV follow from what is selected: one for each value, lists as JSON. Rows are
  written to PATH.part, which gets its name when it holds the last one. After a failure or a
  kill the same command goes on where it stopped. With totalCount selected, the progress bar
  knows the end. 1 also when something was incomplete, which standard error names.
`,
  },
  index: {
    about: 'fill, show or check the participant index',
    usage: `switchboard index sync [--all] | status | verify  [--tenant NAME]

  sync    read what is new, fill gaps back to the horizon, compare again what was not compared for a week
          --all: compare everything again
  status  what the index knows
  verify  compare the index with the platform, call by call; 1 on a difference
`,
  },
  schema: {
    about: 'print the schema, or compare it with another',
    usage: `switchboard schema print | check | diff [OTHER.graphql]

  print   write the published files under schema/ anew
  check   1 when they are not what the code serves
  diff    what a client written against OTHER (the published one) would notice; 1 when it breaks
`,
  },
  config: {
    about: 'show the configuration and its faults, or an example',
    usage: `switchboard config check | example

  check    every variable with its value, secrets hidden; all faults at once
  example  a .env file of every variable with what it means
`,
  },
  key: {
    about: 'make an API key, or shut a client out',
    usage: `switchboard key [revoke CLIENT | restore CLIENT] [--tenant NAME]

  (none)          a new key, and the hash that goes into the access file
  revoke CLIENT   shut a client out of all gateways within seconds; needs REDIS_URL
  restore CLIENT  let it in again
`,
  },
  doctor: {
    about: 'look whether everything Switchboard needs is there and answers',
    usage: `switchboard doctor

  One line for each thing that is tried; 1 when something is wrong.
`,
  },
} as const satisfies Readonly<Record<string, CommandHelp>>;

export function listOfCommands(): string {
  const width = Math.max(...Object.keys(helpOf).map((name) => name.length));
  const lines = Object.entries(helpOf).map(
    ([name, { about }]) => `  ${name.padEnd(width)}  ${about}`,
  );
  return `switchboard COMMAND

${lines.join('\n')}

\`switchboard COMMAND --help\` tells what each takes. Configuration comes from the environment;
see .env.example.
`;
}
