/** Permissions: what a client sees only with the right to it, and the variables that withhold some of it where no access file says who has which. */

export const permissions = [
  'private-calls',
  'transcripts',
  'media',
  'free-soql',
  'explain',
  'announce-changes',
] as const;

export type Permission = (typeof permissions)[number];

/** What each opens. */
export const permissionMeanings: Readonly<Record<Permission, string>> = {
  'private-calls': 'Title, people and content of private calls.',
  transcripts: 'Transcripts: who said what, word for word.',
  media: 'Links to recordings and files.',
  'free-soql': 'The `soql` field.',
  explain: 'Answers that explain themselves.',
  'announce-changes': 'Word of changed CRM records at `/webhooks/crm`; for the CRM alone.',
};

/**
 * Rights that whoever reaches the graph of own accounts lacks while there is no access file, each with the variable
 * that grants it by the value `shown`.
 */
export const withheldBy: ReadonlyMap<Permission, 'PRIVATE_CALLS' | 'TRANSCRIPTS'> = new Map([
  ['private-calls', 'PRIVATE_CALLS'],
  ['transcripts', 'TRANSCRIPTS'],
]);
