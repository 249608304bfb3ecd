/** The blocks of calls_extensive that come of the conversation: interaction and content, as far as their flags ask. */

import type { ContentRecord, InteractionRecord } from '../../../../contract/calls/call.ts';
import type { StoredCall } from '../call-store.ts';
import type { Tracker } from '../company/setting.ts';
import { flagOf } from '../param.ts';
import { purpose, Random } from '../random.ts';
import {
  actionItemsOf,
  briefOf,
  highlightsOf,
  keyPointsOf,
  outcomeOf,
  outlineOf,
  structureOf,
  topicsOf,
} from './content.ts';
import type { Conversation } from './conversation.ts';
import { interactionStats } from './interaction.ts';
import { inShort } from './tracker-hit.ts';

type Flags = Readonly<Record<string, unknown>>;

/** Undefined where no flag is set: the block is absent then. */
export function interactionBlock(
  spoken: Conversation,
  flags: Flags,
): InteractionRecord | undefined {
  const { voices } = spoken;
  const block: InteractionRecord = {
    ...(flagOf(flags, 'speakers')
      ? {
          speakers: voices.map((voice, index) => ({
            id: voice.speakerId,
            userId: voice.party?.userId ?? null,
            talkTime: spoken.interaction.talkTimes[index]!,
          })),
        }
      : {}),
    // Asked for as personInteractionStats, answered under another name.
    ...(flagOf(flags, 'personInteractionStats')
      ? { interactionStats: interactionStats(spoken.interaction) }
      : {}),
    ...(flagOf(flags, 'video') ? { video: videoOf(spoken.call) } : {}),
    ...(flagOf(flags, 'questions')
      ? {
          questions: {
            companyCount: spoken.interaction.companyQuestions,
            nonCompanyCount: spoken.interaction.customerQuestions,
          },
        }
      : {}),
  };
  return Object.keys(block).length === 0 ? undefined : block;
}

/** Undefined where no flag is set: the block is absent then. */
export function contentBlock(
  spoken: Conversation,
  flags: Flags,
  trackers: readonly Tracker[],
): ContentRecord | undefined {
  const asked = (name: string): boolean => flagOf(flags, name);
  if (!Object.keys(flags).some(asked)) return undefined;
  const { call, voices } = spoken;
  const outcome = asked('callOutcome') ? outcomeOf(call.seed, call.meta.scope) : undefined;
  const detailed = asked('trackerOccurrences');
  return {
    ...(asked('structure') ? { structure: structureOf(spoken.monologues) } : {}),
    ...(asked('topics') ? { topics: topicsOf(spoken.turns) } : {}),
    ...(asked('trackers') || detailed
      ? { trackers: detailed ? spoken.heardBy(trackers) : spoken.heardBy(trackers).map(inShort) }
      : {}),
    ...(asked('brief') ? { brief: briefOf(call.meta.title, spoken.monologues) } : {}),
    ...(asked('outline') ? { outline: outlineOf(spoken.monologues) } : {}),
    ...(asked('highlights') ? { highlights: highlightsOf(spoken.monologues) } : {}),
    ...(outcome ? { callOutcome: outcome } : {}),
    ...(asked('keyPoints') ? { keyPoints: keyPointsOf(spoken.monologues) } : {}),
    ...(asked('pointsOfInterest')
      ? { pointsOfInterest: { actionItems: actionItemsOf(spoken.monologues, voices) } }
      : {}),
  };
}

/** What was on the picture; nothing for calls without one. */
function videoOf(call: StoredCall): { name: string; duration: number }[] {
  if (call.meta.media !== 'Video') return [];
  const random = new Random(call.seed, purpose.content, 2);
  const presented = random.chance(0.6) ? Math.floor(random.float() * call.meta.duration * 0.8) : 0;
  return [
    { name: 'Browser', duration: Math.floor(presented * 0.3) },
    { name: 'Presentation', duration: presented },
    { name: 'WebcamPrimaryUser', duration: call.meta.duration },
    { name: 'WebcamNonCompany', duration: Math.floor(random.float() * call.meta.duration) },
  ];
}
