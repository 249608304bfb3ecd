/** Rows of arguments, and of the members of input objects: those that are set, and the others once they are asked for. */

import {
  type ArgumentNode,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  isListType,
  type ObjectFieldNode,
  type ObjectValueNode,
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
  const [isOpen, setOpen] = useState(startsOpen);
  const [term, setTerm] = useState('');
  const chosen = new Map(nodes.map((node) => [node.name.value, node]));
  const others = inputs.filter(({ name }) => !chosen.has(name));
  const isSearched = isOpen && others.length > many && term.trim() !== '';
  const offered = isOpen && !isSearched ? others : [];
  return (
    <>
      {inputs.map((input) => {
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
      })}
      {others.length > 0 && (
        <MoreToggle
          depth={depth}
          isOpen={isOpen}
          text={`${others.length} ${kind}${others.length === 1 ? '' : 's'}`}
          onToggle={() => setOpen(!isOpen)}
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
      {offered.map((input) => (
        <Row
          key={input.name}
          depth={depth}
          name={input.name}
          about={input.description}
          isChosen={false}
          isArgument
          onToggle={() => edit(onSet(input, firstValue(input, props.within?.name)))}
        />
      ))}
    </>
  );
}

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
  const isInline = isPlain(type) || value.kind === 'Variable';
  return (
    <>
      <Row
        depth={depth}
        name={name}
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
        type.isOneOf
          ? setValue(value, `{ ${input.name}: ${memberText} }`)
          : setMember(text, value, input.name, memberText)
      }
      onRemove={(node) => removeMember(value, node as ObjectFieldNode)}
    />
  );
}
