/** What is lost by a click that takes something out. */

import {
  type ArgumentNode,
  type ASTNode,
  type ObjectFieldNode,
  type SelectionNode,
  visit,
} from 'graphql';

/** A sentence; undefined where nothing stands below what is taken out. */
export function lossOf(node: SelectionNode | ArgumentNode | ObjectFieldNode): string | undefined {
  const below: string[] = [];
  const add = ({ kind }: ASTNode): void => void below.push(kind);
  visit(node, { Field: add, Argument: add, ObjectField: add });
  // The first is the node itself, unless it is a fragment.
  if (node.kind !== 'InlineFragment' && node.kind !== 'FragmentSpread') below.shift();
  const fields = below.filter((kind) => kind === 'Field').length;
  const parts = [counted(fields, 'field'), counted(below.length - fields, 'argument')].flat();
  const [name] = 'name' in node ? [node.name.value] : ['The fragment'];
  return parts.length === 0 ? undefined : `${name} is out, with ${parts.join(' and ')} below it.`;
}

const counted = (count: number, what: string): readonly string[] =>
  count === 0 ? [] : [`${count} ${what}${count === 1 ? '' : 's'}`];
