/** Input of one plain value: its words where it has a list of them, else a field of its kind. */

import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { useEffect, useId, useState } from 'react';
import type { ComparedField } from '../../questions/compared-field.ts';
import { setValue } from './document-edit.ts';
import { useExplored } from './explorer-context.ts';
import { useKnownWords } from './known-word.ts';

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

/** What is typed is written where it is a value; until then the field is marked. */
function TextInput({ name, scalar, value, compared, current }: TextInputProps) {
  const { edit } = useExplored();
  const id = useId();
  const [typed, setTyped] = useState(current);
  const [isFocused, setFocused] = useState(false);
  const [isTouched, setTouched] = useState(false);
  const words = useKnownWords(compared, isTouched);
  useEffect(() => {
    if (!isFocused) setTyped(current);
  }, [current, isFocused]);
  const text = textOf(scalar, typed);
  const { type, shownText, typedText } = fieldOf(scalar, typed);
  return (
    <>
      <input
        aria-label={name}
        aria-invalid={text === null}
        title={text === null ? `Expected ${scalar}` : scalar}
        type={type}
        inputMode={scalar === 'Int' || scalar === 'Float' ? 'decimal' : undefined}
        list={words.length > 0 ? id : undefined}
        size={scalar === 'Int' ? 5 : 16}
        spellCheck={false}
        value={shownText}
        onFocus={() => {
          setFocused(true);
          setTouched(true);
        }}
        onBlur={() => setFocused(false)}
        onChange={({ target }) => {
          const newText = typedText(target.value);
          setTyped(newText);
          const next = textOf(scalar, newText);
          if (next !== null) edit(setValue(value, next));
        }}
      />
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

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text);
const isMoment = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT/.test(text) && !Number.isNaN(Date.parse(text));

/** GraphQL text of what was typed; null where it is no value of the type. */
function textOf(scalar: string, typed: string): string | null {
  switch (scalar) {
    case 'Int':
      return /^-?(?:0|[1-9]\d*)$/.test(typed) ? typed : null;
    case 'Float':
      return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(typed) ? typed : null;
    case 'Date':
      return isDay(typed) ? JSON.stringify(typed) : null;
    case 'DateTime':
      return isMoment(typed) ? JSON.stringify(typed) : null;
    default:
      return JSON.stringify(typed);
  }
}
