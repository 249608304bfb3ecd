/** The frame's head: where one is, where one can go, and the search over both systems. */

import { type FormEvent, useEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import { signOut, useIdentity } from '../data/identity.ts';
import { openingOf, screens } from '../screens.tsx';
import { Link } from '../shared/link.tsx';
import { addressOf, readRecordName } from '../shared/record-id.ts';
import { isTyping } from '../shared/typing.ts';
import { OpenPalette } from './open-palette.tsx';
import { ShareMenu } from './share-menu.tsx';
import { ThemeSwitch } from './theme-switch.tsx';
import { ViewsMenu } from './views-menu.tsx';
import { WhoAmI } from './who-am-i.tsx';

export function Header() {
  const { bearer, isRefused } = useIdentity();
  const [location] = useLocation();
  return (
    <header className="head">
      <a className="skip" href="#main">
        To the content
      </a>
      <Link href="/" className="brand">
        <Mark /> Switchboard
      </Link>
      <nav aria-label="Screens">
        {screens
          .filter(({ inNavigation }) => inNavigation !== undefined)
          .map((screen) => {
            const isHere = location.split('/')[1] === screen.path.split('/')[1];
            return (
              <Link
                key={screen.path}
                href={openingOf(screen)}
                aria-current={isHere ? 'page' : undefined}
              >
                {screen.inNavigation}
              </Link>
            );
          })}
      </nav>
      <SearchBox />
      <div className="tools">
        {!isRefused && <WhoAmI />}
        {!isRefused && <OpenPalette />}
        {!isRefused && <ViewsMenu />}
        {!isRefused && <ShareMenu />}
        <ThemeSwitch />
        {bearer !== null && !isRefused && (
          <button type="button" onClick={signOut}>
            Sign out
          </button>
        )}
      </div>
    </header>
  );
}

/** `/` leads here from everywhere. */
function SearchBox() {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent): void => {
      if (event.key !== '/' || isTyping(event.target)) return;
      event.preventDefault();
      box.current?.select();
    };
    window.addEventListener('keydown', focus);
    return () => window.removeEventListener('keydown', focus);
  }, []);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const term = box.current?.value.trim() ?? '';
    if (term === '') return;
    const name = readRecordName(term);
    // Whose an address is, is known; text is searched for it from there.
    const person = name.kind === 'email' ? addressOf(name) : null;
    navigate(person ?? `/search?q=${encodeURIComponent(term)}`);
  };
  const term = params.get('q') ?? '';
  return (
    <search className="search">
      <form onSubmit={submit}>
        <input
          key={term}
          ref={box}
          type="search"
          defaultValue={term}
          minLength={2}
          placeholder="Search calls and CRM"
          aria-label="Search calls and CRM"
          aria-keyshortcuts="/"
        />
        <kbd>/</kbd>
      </form>
    </search>
  );
}

const Mark = () => (
  <svg viewBox="0 0 32 32" width="22" height="22" aria-hidden="true" className="mark">
    <rect width="32" height="32" rx="8" />
    <path d="M9 10c9 0 5 12 14 12" />
    <path d="M9 22c3 0 4-1.400 5-3M18 13c1-1.600 2-3 5-3" className="faint" />
    <circle cx="8.500" cy="10" r="2.600" />
    <circle cx="8.500" cy="22" r="2.600" />
    <circle cx="23.500" cy="10" r="2.600" />
    <circle cx="23.500" cy="22" r="2.600" />
  </svg>
);
