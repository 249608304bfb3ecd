/** One thing that happened. */

import { shortDayText } from '../shared/format.ts';
import { Link } from '../shared/link.tsx';
import { type Item, kinds } from './timeline.ts';

export function TimelineRow({ item, now }: { item: Item; now: Date }) {
  const { kind, at, title, detail, text, href, isDone = false } = item;
  const isPlanned = at > now && !isDone;
  return (
    <li
      className={isPlanned ? `item ahead ${kind}` : `item ${kind}`}
      {...(href && { 'data-row': '' })}
    >
      <span className="dot" aria-hidden="true" />
      <span className="day">
        {shortDayText(at)}
        {isPlanned && <span className="sub">planned</span>}
      </span>
      <div>
        <span className="kind-name">{kinds[kind]}</span>{' '}
        {href === undefined ? (
          <span className="name">{title}</span>
        ) : (
          <Link className="name" href={href}>
            {title}
          </Link>
        )}
        {detail !== '' && <span className="sub">{detail}</span>}
        {text !== undefined && <p className="text">{text}</p>}
      </div>
    </li>
  );
}
