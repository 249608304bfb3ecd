/** Headings under which people read the environment variables. */

import { type VariableName, variables } from './variable.ts';

/** Each group begins at the variable it names and goes on to the next group's, in the order of `variables`. */
const firsts: readonly (readonly [first: VariableName, title: string])[] = [
  ['HOST', 'Address'],
  ['CONNECTOR_BASE_URL', 'Hosted connector service'],
  ['GONG_ACCESS_KEY', 'Your own account at the call platform'],
  ['SALESFORCE_LOGIN_URL', 'Your own account at the CRM'],
  ['TOKEN_KEY', 'What your own accounts store and show'],
  ['COMPANY_SIZE', 'Synthetic company'],
  ['COMPANY_TIME_ZONE', 'Company and storage'],
  ['INDEX', 'Participant index'],
  ['CALL_ANALYTICS_PER_SECOND', 'Limits towards the upstreams'],
  ['CACHE_MAX_BYTES', 'Caches and time'],
  ['ACCESS_FILE', 'Who may ask what'],
  ['GRAPHIQL', 'Pages, explanations, media'],
  ['MAX_BODY_BYTES', 'Limits of requests and answers'],
  ['HEADERS_TIMEOUT_MS', 'Connections and shutdown'],
  ['LOG_LEVEL', 'Log and traces'],
];

interface VariableGroup {
  readonly title: string;
  readonly names: readonly VariableName[];
}

/** All variables in their order, by group. */
export function variableGroups(): readonly VariableGroup[] {
  const titles = new Map(firsts);
  const groups: { title: string; names: VariableName[] }[] = [];
  for (const name of Object.keys(variables) as VariableName[]) {
    const title = titles.get(name);
    if (title !== undefined) groups.push({ title, names: [] });
    groups.at(-1)?.names.push(name);
  }
  return groups;
}
