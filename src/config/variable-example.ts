/** `.env.example`, made of the variables. */

import { variables } from './variable.ts';
import { variableGroups } from './variable-group.ts';

/** One commented block per variable, by group. None is set, since a value of a file counts more than an image's own. */
export function environmentExample(): string {
  const blocks = variableGroups().flatMap(({ title, names }) => [
    `### ${title}\n`,
    ...names.map((name) => {
      const { about, kind, fallback } = variables[name];
      return `# ${about}\n# Expects ${kind.expects}.\n# ${name}=${fallback ?? ''}\n`;
    }),
  ]);
  return `${exampleHead}\n${blocks.join('\n')}`;
}

const exampleHead = `# All of Switchboard's configuration, with what holds when nothing is set. Copy it to .env, and take the # from
# what you change. \`docker compose\` reads .env by itself; for npm start and npx switchboard a shell does:
#   set -a; . ./.env; set +a
`;
