/** A filter with one of some values, or none; and one with several at once. */

import { type FocusEvent, type RefObject, useEffect, useId, useRef } from 'react';

export type Option = readonly [value: string, text: string];

export interface ChoiceProps {
  readonly label: string;
  readonly value: string | null;
  /** The text where nothing is chosen. */
  readonly any: string;
  /** What the options are of, where there may be others. */
  readonly note?: string | null;
  readonly className?: string;
  readonly onChange: (value: string | null) => void;
  readonly children: readonly (readonly string[])[];
}

export function Choice(props: ChoiceProps) {
  const { label, value, any, note, className, onChange, children } = props;
  const options = children.map(([id, text]) => (
    <option key={id} value={id}>
      {text}
    </option>
  ));
  return (
    <label className={className}>
      <span>{label}</span>
      <select value={value ?? ''} onChange={({ target }) => onChange(target.value || null)}>
        <option value="">{any}</option>
        {/* An owner beyond those listed, or a stage that no longer exists. */}
        {value !== null && !children.some(([id]) => id === value) && (
          <option value={value}>{value}</option>
        )}
        {note == null ? options : <optgroup label={note}>{options}</optgroup>}
      </select>
    </label>
  );
}

export interface SeveralProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly any: string;
  /** What the options are of, where there may be others. */
  readonly note?: string | null;
  /** The text of a value that is no option. Default: itself. */
  readonly textOf?: (value: string) => string;
  readonly onChange: (values: readonly string[]) => void;
  readonly children: readonly Option[];
}

/** Without any chosen all are shown; each that is chosen is shown. */
export function Several(props: SeveralProps) {
  const { label, values, any, note, textOf = (value) => value, onChange, children } = props;
  const id = useId();
  const menu = useRef<HTMLDetailsElement>(null);
  useClosing(menu);
  const listed = new Set(children.map(([value]) => value));
  const others = values
    .filter((value) => !listed.has(value))
    .map((value): Option => [value, textOf(value)]);
  const options = [...others, ...children];
  const chosen = options.filter(([value]) => values.includes(value));
  const text =
    chosen.length === 0
      ? any
      : chosen.length === 1
        ? chosen[0]![1]
        : `${chosen.length} of ${options.length}`;
  const box = ([value, name]: Option) => (
    <label key={value}>
      <input
        type="checkbox"
        checked={values.includes(value)}
        onChange={() =>
          onChange(
            values.includes(value) ? values.filter((other) => other !== value) : [...values, value],
          )
        }
      />{' '}
      {name}
    </label>
  );
  return (
    <div className="several">
      <span id={id}>{label}</span>
      <details ref={menu} onBlur={closeOnLeaving}>
        <summary aria-label={`${label}: ${text}`}>{text}</summary>
        {/* It takes the focus of a click beside its fields, which is no leaving. */}
        <fieldset aria-labelledby={id} tabIndex={-1}>
          {others.map(box)}
          {note != null && <p className="note">{note}</p>}
          {children.map(box)}
        </fieldset>
      </details>
    </div>
  );
}

/** Null and -1: where nothing is to be typed or pressed, such as the whole screen. */
const isReachedByTab = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.tabIndex >= 0;

const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent<HTMLDetailsElement>): void => {
  if (isReachedByTab(relatedTarget) && !currentTarget.contains(relatedTarget))
    currentTarget.open = false;
};

/** Listens to the whole page: a box that goes when it is cleared takes the focus out of the menu. */
function useClosing(menu: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const close = (): void => {
      if (menu.current === null) return;
      menu.current.open = false;
      menu.current.querySelector('summary')?.focus({ preventScroll: true });
    };
    const clicked = (event: MouseEvent): void => {
      if (menu.current?.open !== true || event.composedPath().includes(menu.current)) return;
      if (isReachedByTab(document.activeElement)) menu.current.open = false;
      else close();
    };
    const pressed = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape' && menu.current?.open === true) close();
    };
    document.addEventListener('click', clicked);
    document.addEventListener('keydown', pressed);
    return () => {
      document.removeEventListener('click', clicked);
      document.removeEventListener('keydown', pressed);
    };
  }, [menu]);
}

/** With that of an address that somebody wrote, in its place. */
export const withOwn = (
  values: readonly number[],
  fromAddress: number | null,
): readonly number[] =>
  fromAddress === null || values.includes(fromAddress)
    ? values
    : [...values, fromAddress].sort((a, b) => a - b);
