/** How a CRM record was found for something of the call platform. */

const words: Readonly<Record<string, string>> = {
  CRM_CONTEXT: 'linked by the platform',
  EMAIL: 'same e-mail address',
  USER: 'same user',
};

export function MatchedBy({ reasons }: { reasons: readonly string[] }) {
  return (
    <span className="matched">{reasons.map((reason) => words[reason] ?? reason).join(', ')}</span>
  );
}
