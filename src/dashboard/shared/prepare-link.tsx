/** Leads from an account or a deal to the preparation of a meeting. */

import { Link } from './link.tsx';

export const PrepareLink = ({ id }: { readonly id: string }) => (
  <p className="hint in-text">
    <Link href={`/prepare/${id}`}>Prepare a meeting</Link>, on one page
  </p>
);
