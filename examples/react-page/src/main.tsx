/** Signs in with a key that is typed once and kept until the tab is closed, and shows the deals. */

import { useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Client, fetchExchange, mapExchange, Provider } from 'urql';
import { Deals } from './deals.tsx';

function App() {
  const [key, setKey] = useState(sessionStorage.getItem('key'));
  const [isRefused, setRefused] = useState(false);
  const client = useMemo(() => {
    const watch = mapExchange({
      onError: ({ response }) => response?.status === 401 && setRefused(true),
    });
    return new Client({
      url: '/graphql',
      preferGetMethod: false,
      exchanges: [watch, fetchExchange],
      fetchOptions: { headers: key ? { authorization: `Bearer ${key}` } : {} },
    });
  }, [key]);

  if (!isRefused)
    return (
      <Provider value={client}>
        <Deals />
      </Provider>
    );
  const signIn = (form: FormData) => {
    const typed = String(form.get('key'));
    sessionStorage.setItem('key', typed);
    setKey(typed);
    setRefused(false);
  };
  return (
    <form action={signIn}>
      <label>
        Key <input name="key" type="password" required />
      </label>
      <button type="submit">Sign in</button>
      {key && <p role="alert">That key was refused.</p>}
    </form>
  );
}

const root = document.getElementById('root');
if (root) createRoot(root).render(<App />);
