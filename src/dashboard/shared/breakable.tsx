/** Text without blanks, as a stage (`Negotiation/Review`) or an address, that may go on in the next line behind its `/`, `@` or `.`. */

import { Fragment } from 'react';

export const Breakable = ({ text }: { readonly text: string }) => (
  <>
    {text.split(/(?<=[/@.])(?=\w)/).map((part, at) => (
      <Fragment key={text.slice(0, at) + part}>
        {at > 0 && <wbr />}
        {part}
      </Fragment>
    ))}
  </>
);
