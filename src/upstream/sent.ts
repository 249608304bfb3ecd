/** Learns from the pool when a request is written to a connection, which may be long after it was asked for. */

import type { Dispatcher } from 'undici';

/** Member of a request's options: called when it goes out. */
export const sentKey: unique symbol = Symbol('sent');

type Options = Dispatcher.DispatchOptions & { readonly [sentKey]?: (() => void) | null };

/** An undici interceptor. The handler belongs to this one request, so its method can be wrapped in place. */
export const tellSent: Dispatcher.DispatcherComposeInterceptor =
  (dispatch) => (options, handler) => {
    const sent = (options as Options)[sentKey];
    const start = handler.onRequestStart;
    if (sent && start) {
      handler.onRequestStart = function onRequestStart(...args) {
        sent();
        start.apply(this, args);
      };
    }
    return dispatch(options, handler);
  };
