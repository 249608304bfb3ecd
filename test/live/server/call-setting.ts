/** Scorecards, their answers, trackers and library folders of the company, with odd values where recordings have them. */

import { platformId, type Row } from './platform-row.ts';

const dayMs = 86_400_000;

interface Settled {
  readonly now: number;
  readonly calls: readonly Row[];
  readonly workspaces: readonly Row[];
  readonly userId: (n: number) => string;
  readonly instant: (ms: number, digits?: number) => string;
}

export function callSettings({ now, calls, workspaces, userId, instant }: Settled) {
  const question = (n: number, isOverall: boolean): Row => ({
    ...{
      questionId: platformId(8, n),
      questionRevisionId: platformId(8, n + 50),
      questionText: `Question ${n}`,
    },
    ...{
      isOverall,
      questionType: n === 2 ? 'OPEN' : 'RANGE',
      answerGuide: null,
      minRange: n === 2 ? null : '1',
      maxRange: n === 2 ? null : '5',
    },
    ...{
      answerOptions: n === 2 ? null : [],
      created: instant(now - 300 * dayMs),
      updated: instant(now - 300 * dayMs),
      updaterUserId: '-1',
    },
  });
  const scorecards = [1, 2].map(
    (n): Row => ({
      ...{
        scorecardId: platformId(9, n),
        scorecardName: n === 1 ? 'Discovery' : 'Closing',
        enabled: n === 1,
      },
      ...{
        workspaceId: n === 1 ? workspaces[0]!.id : null,
        updaterUserId: userId(1),
        reviewMethod: n === 1 ? 'MANUAL' : 'AUTOMATIC',
      },
      ...{ created: instant(now - 300 * dayMs, 3), updated: instant(now - 200 * dayMs, 6) },
      questions: [question(1, true), question(2, false)],
    }),
  );
  const reviews = calls
    .filter((_, at) => at % 9 === 4)
    .map(
      ({ metaData }: Row, at): Row => ({
        ...{
          answeredScorecardId: platformId(20, at + 1),
          scorecardId: scorecards[at % 2].scorecardId,
        },
        ...{
          scorecardName: scorecards[at % 2].scorecardName,
          callId: metaData.id,
          callStartTime: metaData.started,
        },
        ...{
          reviewedUserId: metaData.primaryUserId,
          reviewerUserId: at % 2 === 0 ? userId(1) : null,
        },
        ...{
          reviewMethod: at % 2 === 0 ? 'MANUAL' : 'AUTOMATIC',
          editorUserId: null,
          visibilityType: 'PUBLIC',
        },
        reviewTime: instant(Math.min(now - 3_600_000, Date.parse(metaData.started) + dayMs), 6),
        answers: [
          {
            questionId: platformId(8, 1),
            questionRevisionId: platformId(8, 51),
            isOverall: true,
            score: 3 + (at % 3),
            answerText: null,
            notApplicable: false,
            selectedOptions: null,
          },
          {
            questionId: platformId(8, 2),
            questionRevisionId: platformId(8, 52),
            isOverall: false,
            score: null,
            answerText: 'Ask more.',
            notApplicable: at === 0,
            selectedOptions: null,
          },
        ],
      }),
    );
  const trackers = [1, 2].map(
    (n): Row => ({
      ...{
        trackerId: platformId(6, n),
        trackerName: n === 1 ? 'Competitors' : 'Next steps',
        workspaceId: n === 1 ? workspaces[0]!.id : null,
      },
      languageKeywords:
        n === 1 ? [{ language: 'mul', keywords: ['Stonehaul'], includeRelatedForms: true }] : [],
      ...{
        affiliation: 'Anyone',
        partOfQuestion: false,
        saidAt: 'Anytime',
        saidAtInterval: null,
        saidAtUnit: null,
      },
      ...{
        saidInTopics: [],
        filterQuery: '{"type":"And","filters":[]}',
        created: instant(now - 300 * dayMs),
      },
      ...{
        creatorUserId: n === 1 ? userId(1) : null,
        updated: instant(now - 250 * dayMs),
        updaterUserId: null,
      },
    }),
  );
  const folders = [1, 2].map(
    (n): Row => ({
      ...{
        id: platformId(21, n),
        name: n === 1 ? 'Onboarding' : 'Best openings',
        createdBy: userId(1),
      },
      ...{
        parentFolderId: n === 1 ? null : platformId(21, 1),
        updated: instant(now - 20 * dayMs, 3),
        workspaceId: workspaces[n - 1]!.id,
      },
      calls: calls.slice(0, n === 1 ? 3 : 0).map(({ metaData }: Row) => ({
        ...{
          id: metaData.id,
          title: metaData.title,
          addedBy: userId(1),
          created: instant(now - 10 * dayMs),
          url: metaData.url,
        },
        ...(n === 1 ? { snippet: { fromSec: 10, toSec: 40 } } : {}),
      })),
    }),
  );
  return { scorecards, reviews, trackers, folders };
}
