/** A row of the explorer: a box to tick, a name, and what it means. */

import type { ReactNode } from 'react';

interface RowProps {
  readonly depth: number;
  readonly name: string;
  /** The name in plain words, where it is short for some. */
  readonly word?: string | undefined;
  readonly about: string | null | undefined;
  readonly isChosen: boolean;
  readonly isArgument?: boolean;
  readonly onToggle: () => void;
  /** Control of the value, behind the name. */
  readonly children?: ReactNode;
  /** What else can be done with it, behind all. */
  readonly tool?: ReactNode;
}

export function Row(props: RowProps) {
  const { depth, name, word, about, isChosen, isArgument, onToggle, children, tool } = props;
  return (
    <div className={isArgument ? 'row argument' : 'row'} style={{ paddingLeft: 8 + depth * 14 }}>
      <label title={about ?? undefined}>
        <input type="checkbox" checked={isChosen} onChange={onToggle} />
        <span className="name">{name}</span>
        {word !== undefined && <span className="word">{word}</span>}
        {children === undefined && <span className="about">{about}</span>}
      </label>
      {children}
      {tool}
    </div>
  );
}

/** Opens the rows that are not chosen: a filter has hundreds, and nobody looks at all of them. */
export function MoreToggle({
  depth,
  isOpen,
  text,
  onToggle,
}: {
  readonly depth: number;
  readonly isOpen: boolean;
  readonly text: string;
  readonly onToggle: () => void;
}) {
  return (
    <button
      type="button"
      className="more"
      style={{ marginLeft: 8 + depth * 14 }}
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      {isOpen ? '▾' : '▸'} {text}
    </button>
  );
}
