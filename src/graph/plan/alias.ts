/** Root fields that ask the same list under several aliases: what all of them show is fetched once. */

import { said, saidText } from '../said.ts';
import type { Planned } from './info.ts';
import type { Args, PlanNode } from './operation.ts';

export interface AliasOptions {
  /** Names of arguments that may differ: they cut what comes and change nothing of what is asked. */
  readonly apart?: readonly string[];
  /** What arguments mean, the same for the same meaning; empty members have been dropped. */
  readonly meaning?: (args: Args) => object;
}

/**
 * The root fields of this field's name that ask what it asks, itself among them. Each of them then
 * sends the same statement, and the same statement is sent once. A field below the root is alone.
 */
export function mergedAliases(
  { node, binding }: Planned,
  options: AliasOptions = {},
): readonly PlanNode[] {
  const { root } = node.operation;
  const ofField = root.filter(({ field }) => field === node.field);
  if (ofField.length < 2 || !ofField.some(({ responseKey }) => responseKey === node.responseKey))
    return [node];
  const keyOf = (one: PlanNode): string =>
    binding.memo(one, 'alias', () => {
      try {
        const given = Object.entries(binding.args(one)).filter(
          ([name]) => !options.apart?.includes(name),
        );
        const asked = said(Object.fromEntries(given));
        return saidText({ asked: options.meaning?.(asked) ?? asked });
      } catch {
        // Refused when its field resolves.
        return `refused: ${one.responseKey}`;
      }
    });
  const own = keyOf(node);
  return ofField.filter((one) => keyOf(one) === own);
}
