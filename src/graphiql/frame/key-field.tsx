/** The key that every tab asks with, where the server asks for one. */

import { useState } from 'react';

interface KeyFieldProps {
  readonly bearer: string | null;
  readonly onChange: (bearer: string | null) => void;
}

export function KeyField({ bearer, onChange }: KeyFieldProps) {
  const [typed, setTyped] = useState(bearer ?? '');
  const give = (): void => {
    const key = typed.trim();
    if (key !== (bearer ?? '')) onChange(key === '' ? null : key);
  };
  return (
    <label
      className="key-field"
      title="An API key or token; kept until the last tab of this server is closed"
    >
      Key
      <input
        type="password"
        autoComplete="off"
        spellCheck={false}
        placeholder="sent with every question"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={give}
        onKeyDown={({ key }) => key === 'Enter' && give()}
      />
    </label>
  );
}
