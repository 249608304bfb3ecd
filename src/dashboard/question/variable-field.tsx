/** One field of a question's form, by the kind of its variable. */

import { useId } from 'react';
import type { QuestionVariable, VariableInput } from '../data/saved-question.ts';
import { useKnownWords } from './known-word.ts';
import { choiceText, fieldName, membersOf } from './variable-text.ts';

export interface VariableFieldProps {
  readonly variable: QuestionVariable;
  readonly texts: readonly string[];
}

export function VariableField({ variable, texts }: VariableFieldProps) {
  const { name, description, input, isRequired, compared } = variable;
  const id = useId();
  const { words, isAsking } = useKnownWords(compared);
  if (input.kind === 'object') {
    const members = membersOf(texts[0] ?? '');
    return (
      <fieldset className="variable">
        <legend>{name}</legend>
        <div className="members">
          {requiredFirst(input.fields).map((member) => (
            <label key={member.name} htmlFor={`${id}-${member.name}`} title={member.description}>
              <span>{member.name}</span>
              <PlainInput
                id={`${id}-${member.name}`}
                name={fieldName(name, member.name)}
                input={member.input}
                text={members[member.name] ?? ''}
                isRequired={false}
              />
            </label>
          ))}
        </div>
        <span className="sub">{description}</span>
      </fieldset>
    );
  }
  const choices = input.kind === 'choice' ? input.choices : words;
  if (input.isList && choices.length > 0 && choices.length <= mostBoxes)
    return (
      <fieldset className="variable">
        <legend>{name}</legend>
        <div className="boxes">
          {/* What the question begins with may not be in this CRM's list. */}
          {[...new Set([...choices, ...texts])].map((choice) => (
            <label key={choice}>
              <input
                type="checkbox"
                name={name}
                value={choice}
                defaultChecked={texts.includes(choice)}
              />
              {input.kind === 'choice' ? choiceText(choice) : choice}
            </label>
          ))}
        </div>
        <span className="sub">{description}</span>
      </fieldset>
    );
  return (
    <div className="variable">
      <label htmlFor={id}>{name}</label>
      {input.isList || input.kind === 'json' ? (
        <textarea
          id={id}
          name={name}
          aria-describedby={`${id}-about`}
          rows={Math.min(Math.max(texts.length, 2), 6)}
          defaultValue={texts.join('\n')}
          // Boxes may take its place once the words are there: until then there is nothing to lose.
          readOnly={isAsking}
          required={isRequired}
        />
      ) : (
        <PlainInput
          id={id}
          name={name}
          input={input}
          text={texts[0] ?? ''}
          isRequired={isRequired}
          about={`${id}-about`}
          words={words}
        />
      )}
      <span className="sub" id={`${id}-about`}>
        {description}
        {input.isList && ' (one a line)'}
      </span>
    </div>
  );
}

/** `period` before `n`: what is needed says what the others mean. */
const requiredFirst = (fields: VariableInput['fields']): VariableInput['fields'] =>
  fields.toSorted((a, b) => Number(b.isRequired) - Number(a.isRequired));

/** More choices are a list to write, one a line. */
const mostBoxes = 12;

interface PlainInputProps {
  readonly id?: string;
  readonly name: string;
  readonly input: VariableInput;
  readonly text: string;
  readonly isRequired: boolean;
  readonly about?: string;
  /** Offered for a text, which may be another. */
  readonly words?: readonly string[];
}

function PlainInput({ id, name, input, text, isRequired, about, words = [] }: PlainInputProps) {
  const common = { id, name, required: isRequired, 'aria-describedby': about };
  if (input.kind === 'choice' || input.kind === 'boolean') {
    const choices = input.kind === 'choice' ? input.choices : ['true', 'false'];
    return (
      <select {...common} defaultValue={text}>
        {(!isRequired || text === '') && <option value="">–</option>}
        {text !== '' && !choices.includes(text) && <option value={text}>{text}</option>}
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {input.kind === 'boolean' ? (choice === 'true' ? 'Yes' : 'No') : choiceText(choice)}
          </option>
        ))}
      </select>
    );
  }
  switch (input.kind) {
    case 'integer':
      return <input {...common} type="number" step={1} defaultValue={text} />;
    case 'number':
      return <input {...common} type="number" step="any" defaultValue={text} />;
    case 'date':
      return <input {...common} type="date" defaultValue={text} />;
    case 'time':
      return <input {...common} type="datetime-local" defaultValue={localTime(text)} />;
    default:
      return (
        <>
          <input
            {...common}
            type="text"
            defaultValue={text}
            list={words.length > 0 ? `${id}-words` : undefined}
          />
          {words.length > 0 && (
            <datalist id={`${id}-words`}>
              {words.map((word) => (
                <option key={word} value={word} />
              ))}
            </datalist>
          )}
        </>
      );
  }
}

/** A moment as the field takes it, in the time zone here; empty where the text is none. */
function localTime(text: string): string {
  const at = new Date(text);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
