/** A link to a screen. That of wouter listens to the address, and hundreds of them would at each change of it. */

import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useRouter } from 'wouter';
import { navigate } from 'wouter/use-browser-location';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Below the base of the router. */
  readonly href: string;
}

export function Link({ href, onClick, ...attributes }: LinkProps) {
  const address = useRouter().base + href;
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    // With a key it opens a tab or a window, or saves what is there.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0)
      return;
    onClick?.(event);
    event.preventDefault();
    navigate(address);
  };
  return <a {...attributes} href={address} onClick={follow} />;
}
