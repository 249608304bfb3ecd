/** Synonyms: what people in sales call the types, fields and arguments of the schema. A search or a suggestion finds by them what exists under another name. */

/** One name for a thing, and where it is one that is counted, the name for several. */
type Name = readonly [one: string, several?: string];

/** Names of one thing, as people say them and as types of the schema have them; whoever looks takes those that exist there, in this order. */
export const synonyms: readonly (readonly Name[])[] = [
  // Records and calls.
  [
    ['opportunity', 'opportunities'],
    ['deal', 'deals'],
  ],
  [
    ['account', 'accounts'],
    ['company', 'companies'],
    ['customer', 'customers'],
    ['client', 'clients'],
    ['organisation', 'organisations'],
    ['organization', 'organizations'],
  ],
  [
    ['contact', 'contacts'],
    ['person', 'people'],
    ['peopleSpokenWith'],
    ['stakeholder', 'stakeholders'],
  ],
  [
    ['lead', 'leads'],
    ['prospect', 'prospects'],
  ],
  [
    ['call', 'calls'],
    ['relatedCall', 'relatedCalls'],
    ['event', 'events'],
    ['meeting', 'meetings'],
    ['conversation', 'conversations'],
    ['appointment', 'appointments'],
  ],
  [
    ['case', 'cases'],
    ['ticket', 'tickets'],
  ],
  [
    ['task', 'tasks'],
    ['todo', 'todos'],
  ],
  [
    ['contract', 'contracts'],
    ['agreement', 'agreements'],
  ],
  [
    ['territory', 'territories'],
    ['region', 'regions'],
  ],
  [
    ['opportunityLineItem', 'opportunityLineItems'],
    ['lineItem', 'lineItems'],
    ['product', 'products'],
  ],
  [['opportunityHistory', 'opportunityHistories'], ['history'], ['stageHistory']],
  // People of the company, and who took part.
  [
    ['user', 'users'],
    ['crmUser', 'crmUsers'],
    ['rep', 'reps'],
    ['seller', 'sellers'],
    ['salesperson', 'salespeople'],
    ['colleague', 'colleagues'],
  ],
  [
    ['owner'],
    ['primaryUser'],
    ['rep'],
    ['seller'],
    ['salesperson'],
    ['host'],
    ['accountExecutive'],
  ],
  [
    ['party', 'parties'],
    ['participant', 'participants'],
    ['attendee', 'attendees'],
  ],
  [['viewer'], ['me'], ['currentUser']],
  [['manager'], ['reportsTo'], ['boss'], ['supervisor']],
  // Figures.
  [['amount'], ['value'], ['dealSize'], ['worth']],
  [['annualRevenue'], ['expectedRevenue'], ['revenue'], ['turnover']],
  [['numberOfEmployees'], ['employees'], ['headcount'], ['companySize']],
  [['probability'], ['likelihood'], ['chance']],
  // States and dates.
  [['stageName'], ['stage'], ['status'], ['phase']],
  [['isWon'], ['won'], ['lost']],
  [['isClosed'], ['closed'], ['open']],
  [['closeDate'], ['closingDate'], ['closeAt'], ['closedAt']],
  [['activityDate'], ['dueDate'], ['due']],
  [['createdDate'], ['createdAt'], ['created']],
  [['lastModifiedDate'], ['updatedAt'], ['modifiedAt']],
  [['startedAt'], ['startDateTime'], ['startTime'], ['start'], ['date']],
  [['durationSeconds'], ['durationInMinutes'], ['duration'], ['length']],
  [['renewalDate'], ['renewal']],
  // How a list is read.
  [['orderBy'], ['order'], ['sort']],
  // Descriptions and ways to reach somebody.
  [['name'], ['title'], ['subject']],
  [['title'], ['jobTitle'], ['position']],
  [['email'], ['emailAddress'], ['mail']],
  [['phone'], ['phoneNumber'], ['telephone']],
  [['mobilePhone'], ['mobile'], ['cellPhone']],
  [['website'], ['domain'], ['homepage']],
  [['parent'], ['parentAccount'], ['parentCompany']],
  [
    ['childAccount', 'childAccounts'],
    ['subsidiary', 'subsidiaries'],
  ],
  [['media'], ['recording', 'recordings'], ['audio'], ['video']],
];

const lettersOf = (name: string): string => name.replaceAll('_', '').toLowerCase();

/** Other names by a name's letters. */
const byLetters = (() => {
  const others = new Map<string, Set<string>>();
  for (const group of synonyms)
    for (const number of [0, 1] as const)
      for (const { [number]: name } of group) {
        if (name === undefined) continue;
        const letters = lettersOf(name);
        const found = others.get(letters) ?? new Set();
        others.set(letters, found);
        for (const at of [number, 1 - number] as const)
          for (const { [at]: other } of group)
            if (other !== undefined && lettersOf(other) !== letters) found.add(other);
      }
  return others;
})();

/**
 * Other names for what somebody calls a name, those of the same number first.
 * @param name in any case, with or without `_`.
 * @example
 * otherNames('lead') // → ['prospect', 'leads', 'prospects']
 */
export function otherNames(name: string): readonly string[] {
  return [...(byLetters.get(lettersOf(name)) ?? [])];
}
