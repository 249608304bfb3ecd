/** Rows of arguments, and of the members of input objects: those that are set, and the others once they are asked for. */

import {
  type ArgumentNode,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isListType,
  type ObjectFieldNode,
  type ObjectValueNode,
  parseValue,
  print,
  type ValueNode,
} from 'graphql';
import { useState } from 'react';
import { comparedBy, type Member } from '../../questions/compared-field.ts';
import {
  addItem,
  type Edit,
  removeItem,
  removeMember,
  setMember,
  setValue,
} from './document-edit.ts';
import { useExplored } from './explorer-context.ts';
import { type Input, isComparator, isFilter } from './first-choice.ts';
import { FoundConditions } from './found-condition.tsx';
import { lossOf } from './loss.ts';
import { isPlain, PlainValue, type ValueProps } from './plain-value.tsx';
import { firstValue } from './preset.ts';
import { MoreToggle, Row } from './row.tsx';
import { VariableToggle } from './variable-toggle.tsx';

interface InputRowsProps {
  readonly depth: number;
  readonly inputs: readonly Input[];
  readonly nodes: readonly (ArgumentNode | ObjectFieldNode)[];
  /** The member that is an object of these; none of arguments. */
  readonly within?: Member;
  readonly startsOpen?: boolean;
  /** Input object whose members they are; none of arguments. */
  readonly typeName?: string;
  readonly kind: string;
  /** True where one of them has to be set, and nothing may be null. */
  readonly isOneOf?: boolean;
  readonly onSet: (input: Input, value: string) => Edit;
  readonly onRemove: (node: ArgumentNode | ObjectFieldNode) => Edit;
}

/** A filter of this many conditions has a field to find one. */
const many = 12;

export function InputRows(props: InputRowsProps) {
  const { depth, inputs, nodes, startsOpen = false, kind, onSet, onRemove } = props;
  const { edit } = useExplored();
  const [term, setTerm] = useState('');
  const chosen = new Map(nodes.map((node) => [node.name.value, node]));
  const others = inputs.filter(({ name }) => !chosen.has(name));
  // Those that were not chosen when they were unfolded: one that is ticked stays under the pointer.
  const [unfolded, setUnfolded] = useState(startsOpen ? others : null);
  const isOpen = unfolded !== null;
  const hasMoved = (input: Input): boolean => !unfolded?.some(({ name }) => name === input.name);
  const isSearched = isOpen && others.length > many && term.trim() !== '';
  const offered = isOpen && !isSearched ? inputs.filter((input) => !hasMoved(input)) : [];
  const chosenRow = (input: Input) => {
    const node = chosen.get(input.name);
    return (
      node !== undefined && (
        <ChosenInput
          key={input.name}
          depth={depth}
          input={input}
          node={node}
          typeName={props.typeName ?? ''}
          within={props.within}
          isSet={props.isOneOf === true}
          onRemove={() => edit(onRemove(node), lossOf(node))}
        />
      )
    );
  };
  return (
    <>
      {inputs.filter((input) => isSearched || hasMoved(input)).map(chosenRow)}
      {others.length > 0 && (
        <MoreToggle
          depth={depth}
          isOpen={isOpen}
          text={`${usesOf(others, kind)}${others.length} ${kind}${others.length === 1 ? '' : 's'}`}
          onToggle={() => setUnfolded(isOpen ? null : others)}
        />
      )}
      {isOpen && others.length > many && (
        <input
          type="search"
          className="find-input"
          style={{ marginLeft: 22 + depth * 14 }}
          placeholder={`Find ${kind === 'argument' ? 'an' : 'a'} ${kind}`}
          aria-label={`Find ${kind === 'argument' ? 'an' : 'a'} ${kind}`}
          value={term}
          onChange={({ target }) => setTerm(target.value)}
        />
      )}
      {isSearched && (
        <FoundConditions
          {...{ depth, term, inputs, nodes, kind, onSet }}
          typeName={props.typeName ?? ''}
        />
      )}
      {offered.map(
        (input) =>
          chosenRow(input) || (
            <Row
              key={input.name}
              depth={depth}
              name={input.name}
              word={wordOf(input, kind)}
              about={input.description}
              isChosen={false}
              isArgument
              onToggle={() => edit(onSet(input, firstValue(input, props.within?.name)))}
            />
          ),
      )}
    </>
  );
}

/** What arguments are for, in words of people. */
function usesOf(inputs: readonly Input[], kind: string): string {
  if (kind !== 'argument') return '';
  const uses = {
    filter: 'filter',
    orderBy: 'sort',
    order: 'sort',
    groupBy: 'group',
    first: 'page',
  };
  const words = new Set(
    Object.entries(uses).flatMap(([name, word]) =>
      inputs.some((input) => input.name === name) ? [word] : [],
    ),
  );
  return words.size === 0 ? '' : `${[...words].join(', ')}: `;
}

const comparatorWords: Readonly<Record<string, string>> = {
  eq: 'is',
  ne: 'is not',
  gt: 'above',
  gte: 'at least',
  lt: 'below',
  lte: 'at most',
  in: 'is one of',
  nin: 'is none of',
};

const wordOf = ({ name }: Input, kind: string): string | undefined =>
  kind === 'comparison' ? comparatorWords[name] : undefined;

interface ChosenInputProps {
  readonly depth: number;
  readonly input: Input;
  readonly node: ArgumentNode | ObjectFieldNode;
  readonly typeName: string;
  readonly within: Member | undefined;
  readonly isSet: boolean;
  readonly onRemove: () => void;
}

function ChosenInput(props: ChosenInputProps) {
  const { depth, input, node, typeName, within, isSet, onRemove } = props;
  const { name, type } = input;
  const { value } = node;
  const compared = comparedBy({ input: typeName, name }, within);
  const owner = useExplored().schema.getType(typeName);
  const compares = owner !== undefined && isComparator(owner);
  const isInline = isPlain(type) || value.kind === 'Variable';
  return (
    <>
      <Row
        depth={depth}
        name={name}
        word={compares ? comparatorWords[name] : undefined}
        about={input.description}
        isChosen
        isArgument
        onToggle={onRemove}
        tool={<VariableToggle {...{ input, value, typeName, within, isSet }} />}
      >
        {isInline && <PlainValue {...{ name, type, value, compared }} />}
      </Row>
      {name === 'last' && (
        <p className="note">
          The end of the list: of one that begins with the newest, the oldest. “first” takes its
          beginning.
        </p>
      )}
      {!isInline && <NestedValue depth={depth + 1} {...{ name, type, value, typeName }} />}
    </>
  );
}

interface NestedProps extends Omit<ValueProps, 'compared'> {
  readonly depth: number;
  /** Input object that has the member of this name; empty for an argument. */
  readonly typeName: string;
}

/** Members of an input object, or of each in a list of them. */
export function NestedValue({ depth, name, type: inputType, value, typeName }: NestedProps) {
  const { edit, text } = useExplored();
  const type = getNullableType(inputType);
  const object = getNamedType(inputType) as GraphQLInputObjectType;
  const within = { input: typeName, name };
  if (isListType(type) && value.kind === 'ListValue')
    return (
      <>
        {value.values.map((item, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name than their place.
          <div key={at} className="item-block">
            <div className="row argument" style={{ paddingLeft: 8 + depth * 14 }}>
              <span className="name">{at + 1}.</span>
              <button
                type="button"
                aria-label={`Take ${name} ${at + 1} out`}
                onClick={() => edit(removeItem(value, item))}
              >
                ×
              </button>
            </div>
            <Members depth={depth + 1} type={object} value={item} within={within} />
          </div>
        ))}
        <button
          type="button"
          className="more"
          style={{ marginLeft: 8 + depth * 14 }}
          onClick={() => edit(addItem(text, value, firstValue({ name, type: type.ofType })))}
        >
          + another
        </button>
      </>
    );
  return <Members depth={depth} type={object} value={value} within={within} />;
}

interface MembersProps {
  readonly depth: number;
  readonly type: GraphQLInputObjectType;
  readonly value: ValueNode;
  readonly within: Member;
}

function Members({ depth, type, value, within }: MembersProps) {
  const { text, edit } = useExplored();
  if (value.kind === 'Variable')
    return (
      <div className="row argument" style={{ paddingLeft: 8 + depth * 14 }}>
        <code>${value.name.value}</code>
      </div>
    );
  if (value.kind !== 'ObjectValue')
    return (
      <button
        type="button"
        className="more"
        style={{ marginLeft: 8 + depth * 14 }}
        onClick={() => edit(setValue(value, '{}'))}
      >
        {value.kind === 'NullValue' ? 'Begin' : 'Expected an object: begin one'}
      </button>
    );
  return <ObjectMembers {...{ depth, type, value, text, within }} />;
}

function ObjectMembers({
  depth,
  type,
  value,
  text,
  within,
}: Omit<MembersProps, 'value'> & { readonly value: ObjectValueNode; readonly text: string }) {
  const members = Object.values(type.getFields());
  const compares = isComparator(type);
  return (
    <InputRows
      depth={depth}
      inputs={members}
      nodes={value.fields}
      within={within}
      startsOpen={value.fields.length === 0}
      kind={compares ? 'comparison' : isFilter(type) ? 'condition' : 'setting'}
      typeName={type.name}
      isOneOf={type.isOneOf}
      onSet={(input, memberText) =>
        type.isOneOf || (compares && isGuess(value, { name: within.name, type }))
          ? setValue(value, `{ ${input.name}: ${memberText} }`)
          : setMember(text, value, input.name, memberText)
      }
      onRemove={(node) => removeMember(value, node as ObjectFieldNode)}
    />
  );
}

/** True for the comparison that a condition began with and nobody changed: another takes its place. */
const isGuess = (value: ObjectValueNode, input: Pick<Input, 'name' | 'type'>): boolean =>
  print(value) === print(parseValue(firstValue(input)));
