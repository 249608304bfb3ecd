/** Into which currency the CRM has converted the sums of a panel, where its records have several. */

export function ConvertedNote({ currency }: { currency: string | null | undefined }) {
  return (
    <p className="note">
      The CRM has converted these sums into {currency ?? 'the currency of the company'}; each deal
      is in its own.
    </p>
  );
}
