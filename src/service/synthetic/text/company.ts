/** The selling company itself: its name, products, teams and titles. */

export const vendor = {
  name: 'Lumenridge',
  domain: 'lumenridge.example.com',
  aliasDomain: 'lumenridge.example.net',
  timeZone: 'America/Los_Angeles',
} as const;

export const products = [
  'Lumen Sync',
  'Lumen Catalog',
  'Lumen Guard',
  'Ridge Reports',
  'Ridge Connect',
  'Ridge Archive',
] as const;

export const competitors = ['Datafern', 'Pipewise', 'Brightloom', 'Northpipe', 'Quantiva'] as const;

/** Teams of the company: a manager and the people under them; the workspace most of their calls lie in. */
export const teams = [
  {
    name: 'Sales West',
    workspace: 0,
    titles: ['Account Executive', 'Senior Account Executive', 'Enterprise Account Executive'],
  },
  {
    name: 'Sales East',
    workspace: 0,
    titles: ['Account Executive', 'Commercial Account Executive', 'Account Executive (East Coast)'],
  },
  {
    name: 'Sales Development',
    workspace: 0,
    titles: ['Sales Development Representative', 'Business Development Representative'],
  },
  {
    name: 'Customer Success',
    workspace: 1,
    titles: ['Customer Success Manager', 'Onboarding Specialist'],
  },
  { name: 'Solutions', workspace: 1, titles: ['Solutions Engineer', 'Implementation Consultant'] },
  { name: 'Partners', workspace: 2, titles: ['Partner Manager', 'Alliances Lead'] },
] as const;

export const workspaceNames = [
  ['Initial workspace', 'The built-in workspace'],
  ['Customer Success', 'Onboarding, reviews and renewals'],
  ['Partners', 'Calls with resellers & "alliances"'],
] as const;
