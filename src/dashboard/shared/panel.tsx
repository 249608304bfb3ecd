/** A panel of a screen: its heading, what its part of the answer could not know, and its content. */

import { createContext, type ReactNode, useContext } from 'react';
import {
  archived,
  type Fault,
  faultsAt,
  isUnread,
  notReadYet,
  useMeta,
  wordsUnread,
} from '../data/screen.tsx';
import { faultText, refusalText } from './error-message.ts';
import { plural } from './format.ts';
import { SaveTable, type TableFile } from './table-file.tsx';

export interface PanelProps {
  readonly title: string;
  /** Response keys of the fields it shows (`account.relatedCalls`): their errors are shown here. */
  readonly paths?: readonly string[];
  /** Its figures and lists count calls: viewers without rights to all calls see a note. */
  readonly countsCalls?: boolean;
  /** Beside the heading: figures, switches. */
  readonly aside?: ReactNode;
  /** Its table, to take along; none where it has no rows. */
  readonly file?: TableFile | undefined;
  readonly className?: string;
  readonly children: ReactNode;
}

/** The note beside figures of calls: which calls the viewer has no right to, so that the figures lack them. */
export function LeftOut() {
  const { leftOut } = useMeta();
  return leftOut.length === 0 ? null : (
    <span className="left-out">without {leftOut.join(', ')}</span>
  );
}

/** Why what a panel shows is not all: it has faults of its own, or rests on calls that are not all read yet. */
const Lack = createContext<'faults' | 'unread' | null>(null);

/** What the CRM hides is said once for the screen. */
export const isOfPanel = ({ part }: Fault): boolean => part === undefined;

export function Panel(props: PanelProps) {
  const { title, paths = [], countsCalls = false, aside, file, className = '', children } = props;
  const meta = useMeta();
  const { faults } = meta;
  const all = paths.flatMap((path) => faultsAt(faults, path));
  const ownFaults = all.filter(({ code }) => !notes.has(code));
  const shownFaults = ownFaults.filter(isOfPanel);
  const restsOnLess = isUnread({ faults: all });
  return (
    <section className={`panel ${className}`}>
      <header>
        <h2>{title}</h2>
        {countsCalls && <LeftOut />}
        {(restsOnLess || (countsCalls && isUnread(meta))) && (
          <span className="left-out">of the calls read so far</span>
        )}
        {all.some(({ code }) => code === archived) && (
          <span className="left-out">without activities older than a year, which are archived</span>
        )}
        {aside}
        {file !== undefined && file.here.rows.length > 0 && (
          <SaveTable file={file} title={title} isFaulty={ownFaults.length > 0 || restsOnLess} />
        )}
      </header>
      {shownFaults.length > 0 && <Faults faults={shownFaults} />}
      <Lack value={ownFaults.length > 0 ? 'faults' : restsOnLess ? 'unread' : null}>
        {children}
      </Lack>
    </section>
  );
}

/** What a panel or the screen says in a note. */
const notes: ReadonlySet<string> = new Set([notReadYet, archived, wordsUnread]);

const toldDetails: ReadonlySet<string> = new Set(['BAD_USER_INPUT', 'INCOMPLETE']);

const isDetailed = ({ code, part }: Fault): boolean => toldDetails.has(code) || part !== undefined;

/** A right is missing: that is no fault, and is said without a code. */
const isRefusal = ({ code, part }: Fault): boolean => code === 'FORBIDDEN' && part === undefined;

/** Each kind of fault once, with how often it occurred: a dead system fails every field in the same way. */
export function Faults({ faults }: { faults: readonly Fault[] }) {
  const refusals = [
    ...new Set(faults.filter(isRefusal).map(({ message }) => refusalText(message))),
  ];
  const kinds = new Map<string, { fault: Fault; count: number }>();
  for (const fault of faults.filter((fault) => !isRefusal(fault))) {
    // Such messages name the wrong value, the missing rows, or what is hidden.
    const detail = isDetailed(fault) ? fault.message : '';
    const kind = `${fault.code} ${fault.service ?? ''} ${detail}`;
    kinds.set(kind, { fault, count: (kinds.get(kind)?.count ?? 0) + 1 });
  }
  return (
    <ul className="faults">
      {refusals.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {[...kinds].map(([kind, { fault, count }]) => (
        <li key={kind}>
          <code>{fault.code}</code> {faultText(fault.code, fault.service)}
          {count > 1 && ` (${plural(count, 'time')})`}
          {isDetailed(fault) && <span className="sub">{fault.message}</span>}
        </li>
      ))}
    </ul>
  );
}

export interface EmptyProps {
  /** False where the list is absent, so that it is unknown whether it has rows. */
  readonly isKnown?: boolean;
  readonly children: ReactNode;
}

/** Replaces a list without rows. Where rows may be missing it says so: “Not known”, or “Not read yet”. */
export function Empty({ isKnown = true, children }: EmptyProps) {
  const lack = useContext(Lack);
  const unknown = isUnread(useMeta()) ? 'Not read yet.' : 'Not known.';
  if (lack === 'unread') return <p className="empty">Not read yet.</p>;
  return <p className="empty">{lack === 'faults' || !isKnown ? unknown : children}</p>;
}
