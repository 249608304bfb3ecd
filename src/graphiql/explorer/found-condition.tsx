/** Conditions that a search found, in a filter and in those within it. */

import type { ArgumentNode, ObjectFieldNode } from 'graphql';
import { useMemo } from 'react';
import { findInputs, indexInputs, isSetIn, pathValue, setWithin } from './condition.ts';
import type { Edit } from './document-edit.ts';
import { useExplored } from './explorer-context.ts';
import type { Input } from './first-choice.ts';
import { Row } from './row.tsx';

interface FoundConditionsProps {
  readonly depth: number;
  readonly term: string;
  readonly inputs: readonly Input[];
  readonly nodes: readonly (ArgumentNode | ObjectFieldNode)[];
  /** Input object whose members these are; empty for arguments. */
  readonly typeName: string;
  readonly kind: string;
  readonly onSet: (input: Input, value: string) => Edit;
}

const most = 40;

export function FoundConditions(props: FoundConditionsProps) {
  const { depth, inputs, nodes, typeName, kind, onSet, term } = props;
  const { edit, text } = useExplored();
  // A list of members is made anew each time; its first one is the same.
  const index = useMemo(() => indexInputs(inputs, typeName), [typeName, inputs[0]]);
  const nodeOf = ({ name }: Input) => nodes.find((node) => node.name.value === name);
  const results = useMemo(() => findInputs(index, term), [index, term]).filter(
    ({ path }) => !isSetIn(nodeOf(path[0]), path),
  );
  const choose = (path: readonly [Input, ...Input[]]): void => {
    const node = nodeOf(path[0]);
    edit(node === undefined ? onSet(path[0], pathValue(path)) : setWithin(text, node.value, path));
  };
  return (
    <>
      {results.slice(0, most).map(({ path }) => (
        <Row
          key={path.map(({ name }) => name).join('.')}
          depth={depth}
          name={path.map(({ name }) => name).join(' › ')}
          about={path.at(-1)!.description}
          isChosen={false}
          isArgument
          onToggle={() => choose(path)}
        />
      ))}
      {results.length !== 0 && results.length <= most ? null : (
        <p className="note" role="status">
          {results.length === 0
            ? `No other ${kind} has these words, nor one within these.`
            : `The first ${most} of ${results.length.toLocaleString()}: another word finds fewer.`}
        </p>
      )}
    </>
  );
}
