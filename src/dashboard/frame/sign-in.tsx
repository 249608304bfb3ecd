/** Asks once for the key or token that the graph wants to see. */

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { signIn } from '../data/identity.ts';

export function SignIn({ wasRefused }: { wasRefused: boolean }) {
  const [value, setValue] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    // The screen that takes its place.
    return () => document.getElementById('main')?.focus({ preventScroll: true });
  }, []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (value.trim() !== '') signIn(value.trim());
  };
  return (
    <main id="main" className="sign-in">
      <form onSubmit={submit}>
        <h1>Who asks?</h1>
        <p>
          This graph answers to those who hold a key or a token. It is kept while a tab of this
          server is open.
        </p>
        <label>
          Key or token
          <input
            ref={field}
            type="password"
            autoComplete="off"
            required
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </label>
        {wasRefused && <p role="alert">That one was refused.</p>}
        <button type="submit">Continue</button>
      </form>
    </main>
  );
}
