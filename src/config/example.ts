/** The text of `.env.example`, from the table of variables. */

import { variables } from './variable.ts';

/** One commented block per variable; those without a fallback stand commented out. */
export function environmentExample(): string {
  const blocks = Object.entries(variables).map(([name, { about, kind, fallback }]) => {
    const assignment = fallback === null ? `# ${name}=` : `${name}=${fallback}`;
    return `# ${about}\n# Expects ${kind.expects}.\n${assignment}\n`;
  });
  return `# All of Switchboard's configuration, with what holds when nothing is set.\n\n${blocks.join('\n')}`;
}
