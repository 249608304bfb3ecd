/** What was found of one kind. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { number } from '../part/format.ts';
import { Empty, Panel } from '../part/panel.tsx';

export interface Hit {
  readonly id: string;
  readonly name: string;
  readonly detail: string;
  readonly href: string | null;
}

export interface HitListProps {
  readonly title: string;
  readonly paths: readonly string[];
  /** False where the system could not be asked. */
  readonly isKnown: boolean;
  readonly note: string | null;
  readonly hits: readonly Hit[];
  /** Of all that were found, where that is known and more than are here. */
  readonly count?: number | null;
  /** Ways to the rest. */
  readonly children?: ReactNode;
}

export function HitList(props: HitListProps) {
  const { title, paths, isKnown, note, hits, count = null, children } = props;
  return (
    <Panel
      title={title}
      paths={paths}
      aside={isKnown && <p className="figures">{number(count ?? hits.length)}</p>}
    >
      {hits.length === 0 && <Empty>{isKnown ? 'None.' : 'Not known.'}</Empty>}
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
