/** The frame around all screens: identity, the graph's client, the head, and the screen of the address. */

import { Suspense, useMemo } from 'react';
import { Provider } from 'urql';
import { Redirect, Route, Router, Switch } from 'wouter';
import { createGraphClient } from './data/client.ts';
import { useIdentity } from './data/identity.ts';
import { Header } from './frame/header.tsx';
import { useRouteFocus } from './frame/route-focus.ts';
import { SignIn } from './frame/sign-in.tsx';
import { Skeleton } from './part/skeleton.tsx';
import { home, screens } from './screens.tsx';

export function App() {
  const { bearer, isRefused } = useIdentity();
  const client = useMemo(() => createGraphClient(bearer), [bearer]);
  return (
    <Router base="/app">
      <Provider value={client}>
        <Header />
        {isRefused ? <SignIn wasRefused={bearer !== null} /> : <Screens />}
      </Provider>
    </Router>
  );
}

/** Inside the Suspense: its effect waits until the code of a new screen has come, and its main element stands. */
function RouteFocus() {
  useRouteFocus();
  return null;
}

function Screens() {
  return (
    <Suspense
      fallback={
        <main id="main">
          <Skeleton rows={1} height="block" />
        </main>
      }
    >
      <Switch>
        {screens.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route path="/">
          <Redirect to={home} replace />
        </Route>
        <Route>
          <main id="main">
            <h1>No such screen</h1>
            <p>Nothing is at this address. The navigation above leads on.</p>
          </main>
        </Route>
      </Switch>
      <RouteFocus />
    </Suspense>
  );
}
