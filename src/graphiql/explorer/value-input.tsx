/** Input of one plain value: its words where it has a list of them, else a field of its kind. */

import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { useEffect, useId, useRef, useState } from 'react';
import type { ComparedField } from '../../questions/compared-field.ts';
import { setValue } from './document-edit.ts';
import { useExplored } from './explorer-context.ts';
import { useKnownWords } from './known-word.ts';
import { useRefusal } from './refusal.ts';
import { faultOf, isDay, isMoment, textOf } from './typed-text.ts';

interface ValueInputProps {
  readonly name: string;
  readonly type: GraphQLInputType;
  readonly value: ValueNode;
  readonly compared: ComparedField | null;
}

export function ValueInput({ name, type, value, compared }: ValueInputProps) {
  const { edit } = useExplored();
  const named = getNamedType(type);
  if (value.kind === 'Variable') return <code>${value.name.value}</code>;
  const current = String(valueFromASTUntyped(value) ?? '');
  const words = isEnumType(named)
    ? named.getValues().map((word) => ({ word: word.name, about: word.description }))
    : named.name === 'Boolean'
      ? ['true', 'false'].map((word) => ({ word, about: null }))
      : null;
  if (words !== null)
    return (
      <select
        aria-label={name}
        value={current}
        title={words.find(({ word }) => word === current)?.about ?? undefined}
        onChange={({ target }) => edit(setValue(value, target.value))}
      >
        {words.some(({ word }) => word === current) || <option>{current}</option>}
        {words.map(({ word, about }) => (
          <option key={word} title={about ?? undefined}>
            {word}
          </option>
        ))}
      </select>
    );
  return (
    <TextInput
      name={name}
      scalar={named.name}
      value={value}
      compared={compared}
      current={current}
    />
  );
}

interface TextInputProps extends Pick<ValueInputProps, 'name' | 'value' | 'compared'> {
  readonly scalar: string;
  readonly current: string;
}

/** What is typed is written where it is a value; until then the field says why it is none, and the question is not run. */
function TextInput({ name, scalar, value, compared, current }: TextInputProps) {
  const { edit } = useExplored();
  const id = useId();
  const [typed, setTyped] = useState(current);
  const isFocused = useRef(false);
  const [isTouched, setTouched] = useState(false);
  const words = useKnownWords(compared, isTouched);
  const isValue = typed === current || textOf(scalar, typed) !== null;
  const fault = isValue ? null : faultOf(scalar, typed);
  // Another value came by a click, or by the text.
  useEffect(() => {
    if (!isFocused.current) setTyped(current);
  }, [current]);
  useRefusal(id, fault && `${name}: ${fault}`);
  const { type, shownText, typedText } = fieldOf(scalar, typed);
  return (
    <>
      <input
        aria-label={name}
        aria-invalid={fault !== null}
        title={fault ?? scalar}
        type={type}
        inputMode={scalar === 'Int' || scalar === 'Float' ? 'decimal' : undefined}
        list={words.length > 0 ? id : undefined}
        size={scalar === 'Int' ? 5 : 16}
        spellCheck={false}
        value={shownText}
        onFocus={() => {
          isFocused.current = true;
          setTouched(true);
        }}
        onBlur={() => {
          isFocused.current = false;
          if (fault === null) setTyped(current);
        }}
        onChange={({ target }) => {
          const newText = typedText(target.value);
          setTyped(newText);
          const next = textOf(scalar, newText);
          if (next !== null) edit(setValue(value, next));
        }}
      />
      {fault !== null && <span className="refused">{fault}</span>}
      {words.length > 0 && (
        <datalist id={id}>
          {words.map((word) => (
            <option key={word.value} value={word.value}>
              {word.label === word.value ? undefined : word.label}
            </option>
          ))}
        </datalist>
      )}
    </>
  );
}

interface TypedField {
  readonly type: 'date' | 'datetime-local' | 'text';
  /** The value as the field shows it, and back. */
  readonly shownText: string;
  readonly typedText: (fieldText: string) => string;
}

/** A field of the browser's own for days and moments, where the value is one; moments in the time zone here. */
function fieldOf(scalar: string, value: string): TypedField {
  const plain = { shownText: value, typedText: (text: string) => text };
  if (scalar === 'Date' && (value === '' || isDay(value))) return { type: 'date', ...plain };
  const at = new Date(value);
  if (scalar !== 'DateTime' || (value !== '' && !isMoment(value)))
    return { type: 'text', ...plain };
  const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000);
  return {
    type: 'datetime-local',
    shownText: value === '' ? '' : local.toISOString().slice(0, 16),
    typedText: (text) => (text === '' ? '' : new Date(text).toISOString()),
  };
}
