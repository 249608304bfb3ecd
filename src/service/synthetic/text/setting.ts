/** Trackers and scorecards as the company set them up. Keywords are looked for in what is really said, see text/talk.ts. */

export interface TrackerPlan {
  readonly name: string;
  readonly type: 'KEYWORD' | 'SMART';
  /** By language. A smart tracker has none: it listens for the sense, here for these patterns. */
  readonly keywords: Readonly<Record<string, readonly string[]>>;
  readonly senses?: readonly string[];
  readonly affiliation: 'Anyone' | 'Company' | 'NonCompany';
  readonly partOfQuestion?: boolean;
  readonly said?: readonly [at: 'First' | 'Last', interval: string, unit: 'minutes' | 'percent'];
  readonly topics?: readonly string[];
  /** Position of the workspace, or null for all. */
  readonly workspace: number | null;
}

export const trackerPlans: readonly TrackerPlan[] = [
  {
    name: 'Budget (tracker)',
    type: 'KEYWORD',
    keywords: {
      eng: ['budget', 'have budget left', 'funds'],
      fre: ['budget'],
      ger: ['Budget'],
      spa: ['presupuesto'],
      jpn: ['予算'],
    },
    affiliation: 'Anyone',
    workspace: null,
  },
  {
    name: 'Discount',
    type: 'KEYWORD',
    keywords: {
      eng: ['discount', 'lower price', 'price per', 'pricing structure'],
      fre: ['remise'],
      ger: ['Rabatt'],
      spa: ['descuento'],
      jpn: ['割引'],
    },
    affiliation: 'Anyone',
    workspace: 0,
  },
  {
    name: 'Price objection',
    type: 'KEYWORD',
    keywords: { eng: ['too expensive', 'not more'], fre: ['trop cher'] },
    affiliation: 'NonCompany',
    topics: ['Pricing'],
    workspace: null,
  },
  {
    name: 'Competitors',
    type: 'KEYWORD',
    keywords: {
      eng: ['Datafern', 'Pipewise', 'Brightloom', 'Northpipe', 'Quantiva', 'other vendor'],
    },
    affiliation: 'Anyone',
    workspace: null,
  },
  {
    name: 'Asked about "security"',
    type: 'KEYWORD',
    keywords: {
      eng: ['data stored', 'our records', 'data residency', 'penetration test'],
      ger: ['Wo liegen die Daten'],
    },
    affiliation: 'Anyone',
    partOfQuestion: true,
    workspace: null,
  },
  {
    name: 'Decision process (tracker)',
    type: 'KEYWORD',
    keywords: {
      eng: [
        'approval process',
        'decision criteria',
        'formal decision',
        'evaluation',
        'rollout plan',
        'steps in the decision',
        'sign off',
      ],
    },
    affiliation: 'Anyone',
    workspace: null,
  },
  {
    name: 'Recording consent',
    type: 'KEYWORD',
    keywords: { eng: ['being recorded'] },
    affiliation: 'Company',
    said: ['First', '5', 'minutes'],
    workspace: null,
  },
  {
    name: 'Next steps agreed',
    type: 'KEYWORD',
    keywords: { eng: ['next step', 'follow-up', 'come back to you'] },
    affiliation: 'Anyone',
    said: ['Last', '30', 'percent'],
    workspace: null,
  },
  {
    name: 'Onboarding',
    type: 'KEYWORD',
    keywords: { eng: ['onboarding', 'kick-off', 'training'] },
    affiliation: 'Anyone',
    workspace: 1,
  },
  {
    name: 'Never said',
    type: 'KEYWORD',
    keywords: { eng: ['blockchain synergy', 'quantum leap'], und: [] },
    affiliation: 'Anyone',
    workspace: null,
  },
  {
    name: 'Customer pain',
    type: 'SMART',
    keywords: {},
    senses: ['biggest pain', 'by hand', 'broken export', 'far too long', 'nobody trusts'],
    affiliation: 'NonCompany',
    workspace: null,
  },
  {
    name: 'Economic buyer',
    type: 'SMART',
    keywords: {},
    senses: ['final say', 'chief financial officer', 'Finance will'],
    affiliation: 'Anyone',
    workspace: null,
  },
  {
    name: 'Partner conflict',
    type: 'SMART',
    keywords: {},
    senses: ['never heard in these calls'],
    affiliation: 'Anyone',
    workspace: 2,
  },
];

export interface QuestionPlan {
  readonly text: string;
  readonly type: 'RANGE' | 'OPEN' | 'MULTIPLE_CHOICE' | 'YES_NO';
  readonly range?: readonly [string, string];
  readonly options?: readonly string[];
  readonly guide?: string;
  readonly overall?: true;
  readonly optional?: true;
}

export interface ScorecardPlan {
  readonly name: string;
  readonly workspace: number | null;
  readonly enabled: boolean;
  readonly method: 'MANUAL' | 'AUTOMATIC';
  readonly questions: readonly QuestionPlan[];
}

const overall: QuestionPlan = {
  text: 'How would you rate this call?',
  type: 'RANGE',
  range: ['1', '5'],
  overall: true,
};

export const scorecardPlans: readonly ScorecardPlan[] = [
  {
    name: 'Discovery call',
    workspace: 0,
    enabled: true,
    method: 'MANUAL',
    questions: [
      {
        text: 'Did the rep ask about the customer’s goals?',
        type: 'RANGE',
        range: ['1', '5'],
        guide: '5 = goals, owner and date are known',
      },
      { text: 'Were next steps agreed?', type: 'YES_NO' },
      { text: 'What should the rep try next time?', type: 'OPEN', optional: true },
      overall,
    ],
  },
  {
    name: 'Demo "gold standard"',
    workspace: 0,
    enabled: true,
    method: 'MANUAL',
    questions: [
      {
        text: 'How well was the demo tied to the customer’s pain?',
        type: 'RANGE',
        range: ['1', '10'],
      },
      {
        text: 'Which parts were shown?',
        type: 'MULTIPLE_CHOICE',
        options: ['Sync', 'Catalog', 'Guard', 'Reports'],
      },
      overall,
    ],
  },
  {
    name: 'Onboarding quality',
    workspace: 1,
    enabled: true,
    method: 'MANUAL',
    questions: [
      { text: 'Is the rollout plan clear to the customer?', type: 'RANGE', range: ['1', '5'] },
      { text: 'Notes', type: 'OPEN', optional: true },
      overall,
    ],
  },
  {
    name: 'Automatic etiquette check',
    workspace: null,
    enabled: true,
    method: 'AUTOMATIC',
    questions: [
      { text: 'Was the recording announced?', type: 'YES_NO' },
      { text: 'Did the rep let the customer finish?', type: 'RANGE', range: ['1', '5'] },
      overall,
    ],
  },
  {
    name: 'Old SDR scorecard (2019)',
    workspace: 0,
    enabled: false,
    method: 'MANUAL',
    questions: [{ text: 'Was a follow-up scheduled?', type: 'RANGE', range: ['0', '1'] }, overall],
  },
];

/** Folders of a library: name and the position of the parent; the first is the root. */
export const folderPlans: readonly (readonly [name: string, parent: number | null])[] = [
  ['Public folders', null],
  ['Best of', 0],
  ['Win/loss', 0],
  ['Objections: price & timing', 1],
  ['New hires', 0],
  ['Week 1', 4],
  ['Week 2', 4],
  ['Empty on purpose', 0],
];

export const commentTexts = [
  'Great question here.',
  'Let the customer finish next time.',
  'This is the moment to ask about budget.',
  'Can we reuse this "story" in the deck?',
  'C:\\notes\\call – see the 2nd point',
  '👏👏',
  'I will follow up with 法務 on that.',
  'Agreed.',
] as const;

export const answerTexts = [
  'Clear and calm.',
  'Too much talking about us.',
  'Ask "why now?" earlier.',
  'Good recap at the end; the price came too soon.',
  'n/a',
] as const;
