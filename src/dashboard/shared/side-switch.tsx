/** Whose words are meant: anybody's, or those of one side. In the address, as `by`. */

import { useAddress } from '../data/url-state.ts';
import { type Side, saidCursor, sideOf, sides } from './said-filter.ts';

export function SideSwitch() {
  const address = useAddress();
  const chosen = sideOf(address);
  const choose = (by: Side | null): void =>
    address.set({ by, [saidCursor]: null, after: address.get('after') });
  return (
    <fieldset className="only">
      <legend className="visually-hidden">Said by</legend>
      <button type="button" aria-pressed={chosen === null} onClick={() => choose(null)}>
        By anybody
      </button>
      {Object.entries(sides).map(([side, name]) => (
        <button
          key={side}
          type="button"
          aria-pressed={chosen === side}
          onClick={() => choose(side as Side)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
