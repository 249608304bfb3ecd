/** Rows of a type's fields: those that are selected lie open with their arguments and the fields below them. */

import {
  type ArgumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  type InlineFragmentNode,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isObjectType,
  type SelectionNode,
} from 'graphql';
import { useState } from 'react';
import {
  addSelection,
  type Parent,
  removeArgument,
  removeSelection,
  setArgument,
} from './document-edit.ts';
import { useExplored } from './explorer-context.ts';
import { firstSelection } from './first-choice.ts';
import { InputRows } from './input-rows.tsx';
import { lossOf } from './loss.ts';
import { MoreToggle, Row } from './row.tsx';

type Field = GraphQLField<unknown, unknown>;

interface FieldRowsProps {
  readonly depth: number;
  readonly type: GraphQLNamedType;
  /** Null where the question has no operation yet. */
  readonly parent: Parent | null;
}

/** Types with more fields begin with those that are selected, or with the usual ones. */
const many = 12;

/** What most questions begin with, in place of 120 names in alphabetical order. */
const usual = [
  ...['accounts', 'opportunities', 'contacts', 'leads', 'cases', 'calls', 'users', 'search'],
  ...['opportunitiesAggregate', 'callsAggregate'],
];

export function FieldRows({ depth, type, parent }: FieldRowsProps) {
  const selections = parent?.selectionSet?.selections ?? [];
  const fields = isObjectType(type) || isInterfaceType(type) ? Object.values(type.getFields()) : [];
  const chosen = (field: Field): readonly FieldNode[] =>
    selections.filter(
      (selection): selection is FieldNode =>
        selection.kind === 'Field' && selection.name.value === field.name,
    );
  // Those that come first while the others are unfolded: one that is ticked stays under the pointer.
  const [unfolded, setUnfolded] = useState<readonly Field[] | null>(null);
  const isFirst = (field: Field): boolean =>
    chosen(field).length > 0 || (parent === null && usual.includes(field.name));
  // Beside the record that it names.
  const isIdOnly = ({ name }: Field): boolean =>
    name.endsWith('Id') && fields.some((field) => `${field.name}Id` === name);
  const first = unfolded ?? (fields.length > many ? fields.filter(isFirst) : fields);
  const others = fields.filter((field) => !first.includes(field));
  return (
    <>
      {first.map((field) => (
        <FieldEntry
          key={field.name}
          {...{ depth, field, parent, isIdOnly }}
          nodes={chosen(field)}
        />
      ))}
      <Possible depth={depth} type={type} parent={parent} selections={selections} />
      {others.length > 0 && (
        <MoreToggle
          depth={depth}
          isOpen={unfolded !== null}
          text={`${others.filter((field) => chosen(field).length === 0).length} more fields`}
          onToggle={() => setUnfolded(unfolded === null ? first : null)}
        />
      )}
      {unfolded !== null &&
        others.map((field) => (
          <FieldEntry
            key={field.name}
            {...{ depth, field, parent, isIdOnly }}
            nodes={chosen(field)}
          />
        ))}
    </>
  );
}

interface FieldEntryProps {
  readonly depth: number;
  readonly field: Field;
  readonly parent: Parent | null;
  readonly isIdOnly: (field: Field) => boolean;
  /** Several where aliases ask for it more than once. */
  readonly nodes: readonly FieldNode[];
}

function FieldEntry({ depth, field, parent, nodes, isIdOnly }: FieldEntryProps) {
  const { text, edit } = useExplored();
  if (nodes.length === 0)
    return (
      <Row
        depth={depth}
        name={field.name}
        about={`${isIdOnly(field) ? 'The id alone. ' : ''}${meaningOf(field, depth) ?? ''}`}
        isChosen={false}
        onToggle={() => edit(addSelection(text, parent, firstSelection(field)))}
      />
    );
  return nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same field twice has no other name than its place.
    <ChosenField key={at} {...{ depth, field, node }} parent={parent!} />
  ));
}

/** At the top a list of records is described by what one of them is: there are as many lists as kinds of records. */
function meaningOf({ type, description }: Field, depth: number): string | null | undefined {
  const named = getNamedType(type);
  const rows = depth === 0 && isObjectType(named) ? named.getFields().nodes : undefined;
  return (rows && getNamedType(rows.type).description) ?? description;
}

interface ChosenFieldProps {
  readonly depth: number;
  readonly field: Field;
  readonly parent: Parent;
  readonly node: FieldNode;
}

function ChosenField({ depth, field, parent, node }: ChosenFieldProps) {
  const { text, edit } = useExplored();
  const type = getNamedType(field.type);
  const name = node.alias === undefined ? field.name : `${node.alias.value}: ${field.name}`;
  return (
    <>
      <Row
        depth={depth}
        name={name}
        about={field.description}
        isChosen
        onToggle={() => edit(removeSelection(text, parent, node), lossOf(node))}
      />
      {field.args.length > 0 && (
        <div className="arguments" style={{ marginLeft: 14 + depth * 14 }}>
          <InputRows
            depth={0}
            inputs={field.args}
            nodes={node.arguments ?? []}
            kind="argument"
            onSet={(input, value) => setArgument(text, node, input.name, value)}
            onRemove={(argument) => removeArgument(text, node, argument as ArgumentNode)}
          />
        </div>
      )}
      {isCompositeType(type) && <FieldRows depth={depth + 1} type={type} parent={node} />}
    </>
  );
}

interface PossibleProps extends FieldRowsProps {
  readonly selections: readonly SelectionNode[];
}

/** What one of several types alone has, and the fragments that are spread, which are edited where they stand. */
function Possible({ depth, type, parent, selections }: PossibleProps) {
  const { schema, text, edit } = useExplored();
  const [isOpen, setOpen] = useState(!isInterfaceType(type));
  const fragments = selections.filter(
    (selection): selection is InlineFragmentNode => selection.kind === 'InlineFragment',
  );
  const taken = new Set(fragments.map((node) => node.typeCondition?.name.value));
  const others = isAbstractType(type)
    ? schema.getPossibleTypes(type).filter(({ name }) => !taken.has(name))
    : [];
  return (
    <>
      {fragments.map((node, at) => {
        const narrowed = schema.getType(node.typeCondition?.name.value ?? type.name) ?? type;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: fragments have no other name than their place.
          <div key={at}>
            <Row
              depth={depth}
              name={`… on ${narrowed.name}`}
              about={narrowed.description}
              isChosen
              onToggle={() => edit(removeSelection(text, parent!, node), lossOf(node))}
            />
            <FieldRows depth={depth + 1} type={narrowed} parent={node} />
          </div>
        );
      })}
      {selections.map(
        (selection) =>
          selection.kind === 'FragmentSpread' && (
            <div key={selection.name.value} className="row" style={{ paddingLeft: 8 + depth * 14 }}>
              <span className="about">…{selection.name.value}: a fragment of the text</span>
            </div>
          ),
      )}
      {others.length > 0 && (
        <MoreToggle
          depth={depth}
          isOpen={isOpen}
          text={`fields of ${others.length} kinds`}
          onToggle={() => setOpen(!isOpen)}
        />
      )}
      {isOpen &&
        others.map((possible) => (
          <Row
            key={possible.name}
            depth={depth}
            name={`… on ${possible.name}`}
            about={possible.description}
            isChosen={false}
            onToggle={() =>
              edit(
                addSelection(text, parent, {
                  name: `... on ${possible.name}`,
                  below: [{ name: '__typename' }],
                }),
              )
            }
          />
        ))}
    </>
  );
}
