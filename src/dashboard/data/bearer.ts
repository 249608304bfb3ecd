/**
 * The key or token in the session storage of this tab, and in that of every other tab of this origin: a new one asks
 * the others for it. With the last of them it is gone, which a cookie or the local storage would outlive.
 */

const storageKey = 'switchboard:bearer';

type Message = { readonly kind: 'ask' } | { readonly kind: 'tell'; readonly bearer: string | null };

let channel: BroadcastChannel | null = null;

export const readBearer = (): string | null => sessionStorage.getItem(storageKey);

function store(bearer: string | null): void {
  if (bearer === null) sessionStorage.removeItem(storageKey);
  else sessionStorage.setItem(storageKey, bearer);
}

const send = (message: Message): void => channel?.postMessage(message);

export function writeBearer(bearer: string | null): void {
  store(bearer);
  send({ kind: 'tell', bearer });
}

/** @param changed called when another tab has told of its key, or that it has been taken away. */
export function shareBearer(changed: (bearer: string | null) => void): void {
  channel = new BroadcastChannel(storageKey);
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const bearer = readBearer();
    if (data.kind === 'ask') {
      if (bearer !== null) send({ kind: 'tell', bearer });
    } else if (data.bearer !== bearer) {
      store(data.bearer);
      changed(data.bearer);
    }
  };
  if (readBearer() === null) send({ kind: 'ask' });
}
