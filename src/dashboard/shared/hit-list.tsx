/** A panel of names that lead on: records or calls of one kind, found or browsed. */

import type { ReactNode } from 'react';
import { Figure } from './figure.tsx';
import { number } from './format.ts';
import { Link } from './link.tsx';
import { Empty, Panel } from './panel.tsx';
import type { TableFile } from './table-file.tsx';

export interface Hit {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly href: string | null;
}

export interface HitListProps {
  readonly title: string;
  readonly paths: readonly string[];
  /** False where it is unknown whether there are any hits, or any more. */
  readonly isKnown: boolean;
  readonly note?: string | null;
  readonly hits: readonly Hit[];
  /** How many there are in all, where that is known and more than are here. */
  readonly count?: number | null;
  /** Address of the list of all of them. */
  readonly href?: string | null;
  /** There may be more hits than these, and they were not counted. */
  readonly isCut?: boolean;
  readonly file?: TableFile | undefined;
  /** Ways to the rest. */
  readonly children?: ReactNode;
}

export function HitList(props: HitListProps) {
  const {
    title,
    paths,
    isKnown,
    note = null,
    hits,
    count = null,
    href = null,
    isCut = false,
    file,
    children,
  } = props;
  const all = count ?? hits.length;
  // That there are none is said below, and a nought beside somebody's calls would read as theirs.
  const figure = all === 0 ? null : number(all);
  return (
    <Panel
      title={title}
      paths={paths}
      file={file}
      aside={
        figure !== null && (
          <p className="figures">
            <Figure href={href}>{isCut || !isKnown ? `${figure} or more` : figure}</Figure>
          </p>
        )
      }
    >
      {hits.length === 0 && <Empty isKnown={isKnown}>None.</Empty>}
      <ul className="hit-list">
        {hits.map(({ id, name, detail, href }) => (
          <li key={id} {...(href !== null && { 'data-row': '' })}>
            {href === null ? (
              <span className="name">{name}</span>
            ) : (
              <Link className="name" href={href}>
                {name}
              </Link>
            )}
            <span className="sub">{detail}</span>
          </li>
        ))}
      </ul>
      {note !== null && <p className="note">{note}</p>}
      {children}
    </Panel>
  );
}
