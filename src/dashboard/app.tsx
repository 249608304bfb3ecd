/** The frame around all screens: identity, the graph's client, the head, and the screen of the address. */

import { useMemo } from 'react';
import { Provider } from 'urql';
import { Redirect, Route, Router, Switch } from 'wouter';
import { createGraphClient } from './data/client.ts';
import { useIdentity } from './data/identity.ts';
import { type ScreenCode, useScreenCode } from './data/screen-code.ts';
import { home } from './default-path.ts';
import { Header } from './frame/header.tsx';
import { useRouteFocus } from './frame/route-focus.ts';
import { SignIn } from './frame/sign-in.tsx';
import { screens } from './screens.tsx';
import { Link } from './shared/link.tsx';
import { Skeleton } from './shared/skeleton.tsx';

export const base = '/app';

export function App() {
  const { bearer, isRefused } = useIdentity();
  const client = useMemo(() => createGraphClient(bearer), [bearer]);
  return (
    <Router base={base}>
      <Provider value={client}>
        <Header />
        {isRefused ? <SignIn wasRefused={bearer !== null} /> : <Screens />}
      </Provider>
    </Router>
  );
}

function Screens() {
  return (
    <Switch>
      {screens.map(({ path, code }) => (
        <Route key={path} path={path}>
          <OneScreen code={code} />
        </Route>
      ))}
      <Route path="/">
        <Redirect to={home} replace />
      </Route>
      <Route>
        <main id="main">
          <h1>No such screen</h1>
          <p>
            Nothing is at this address.{' '}
            <Link href="/browse">Browse calls, accounts and people</Link>, or search above.
          </p>
        </main>
      </Route>
    </Switch>
  );
}

function OneScreen({ code }: { code: ScreenCode }) {
  const Component = useScreenCode(code);
  if (Component === 'failed') return <NotLoaded />;
  if (Component === 'loading')
    return (
      <main id="main">
        <Skeleton rows={1} height="block" />
      </main>
    );
  return (
    <>
      <Component />
      <RouteFocus />
    </>
  );
}

/** Rendered after the screen, so that its effect finds the screen's main element. */
function RouteFocus() {
  useRouteFocus();
  return null;
}

/** The server is away, or a newer build has replaced this page's. */
function NotLoaded() {
  return (
    <main id="main">
      <h1>This screen could not be loaded</h1>
      <p>
        The server is away just now, or it has a newer dashboard than the one you look at.{' '}
        <a href={location.href}>Load the page anew</a>
      </p>
    </main>
  );
}
