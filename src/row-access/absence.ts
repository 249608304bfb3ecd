/** Absence: why nothing of a system is shown, in a sentence for whoever asks. */

import type { FoundUser, ViewerPeople } from './row-access.ts';

const systems = {
  crm: {
    'no user':
      'No active user of the CRM has your address, so nothing of it is shown that belongs to somebody.',
    'several users':
      'Several active users of the CRM have your addresses, so nothing of it is shown that belongs to somebody.',
  },
  platform: {
    'no user': 'No user of the call platform has your address, so no calls are shown.',
    'several users': 'Several users of the call platform have your address, so no calls are shown.',
  },
} as const;

const nobody = 'Your key or token names no person, so nothing is shown that belongs to somebody.';

/** One sentence for each system in which the person is not found; none for a system that is not there. */
export function absenceSentences({ crmUser, platformUser }: ViewerPeople): readonly string[] {
  // Of nearly everybody nothing is missing, and each answer asks.
  if (crmUser.reason === null && platformUser.reason === null) return [];
  const sentenceOf = (system: keyof typeof systems, { reason }: FoundUser): readonly string[] => {
    if (reason === null || reason === 'not configured') return [];
    return [reason === 'no person' ? nobody : systems[system][reason]];
  };
  return [...new Set([...sentenceOf('crm', crmUser), ...sentenceOf('platform', platformUser)])];
}
