/** Settings of the company on the call platform: workspaces, scorecards, trackers, library folders. */

import { type LibraryFolderRecord, libraryFolder } from '../../contract/calls/library.ts';
import {
  question,
  type ScorecardQuestionRecord,
  type ScorecardRecord,
  scorecard,
} from '../../contract/calls/scorecard.ts';
import { type TrackerRecord, tracker } from '../../contract/calls/tracker.ts';
import { memberAt } from '../../contract/member-at.ts';
import {
  folderPlans,
  type QuestionPlan,
  scorecardPlans,
  type TrackerPlan,
  teams,
  trackerPlans,
  workspaceNames,
} from '../text/company-data.ts';
import { type Calendar, dayMs, oddTime } from './calendar.ts';
import { decimalId } from './id.ts';
import { withPlausibleValues } from './made-up-value.ts';
import { purpose, Random } from './random.ts';
import type { Colleague } from './user.ts';

interface Workspace {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly description: string;
}

export interface Tracker {
  readonly plan: TrackerPlan;
  readonly row: TrackerRecord;
}

interface Folder {
  readonly workspace: string;
  readonly row: LibraryFolderRecord;
}

export interface Settings {
  readonly workspaces: readonly Workspace[];
  /** For each team the position of the workspace most of its calls lie in. */
  readonly teamWorkspaces: readonly number[];
  readonly trackers: readonly Tracker[];
  readonly scorecards: readonly ScorecardRecord[];
  /** Of every workspace, parents before children. */
  readonly folders: readonly Folder[];
}

export function makeSettings(
  seed: number,
  calendar: Calendar,
  colleagues: readonly Colleague[],
): Settings {
  const random = new Random(seed, purpose.settings);
  const workspaces = workspaceNames.map(([name, description]) => {
    const id = decimalId(random);
    return { id, workspaceId: id, name, description };
  });
  const workspaceId = (index: number | null): string | null =>
    index === null ? null : memberAt(workspaces, index).id;
  const past = (): string =>
    oddTime(
      calendar,
      random,
      calendar.horizon - (560 + random.int(900)) * dayMs + random.int(dayMs),
    );
  const someone = (): string =>
    random.chance(0.4) ? '-1' : random.pick(colleagues.slice(0, 8)).id;
  return {
    workspaces,
    teamWorkspaces: teams.map((team) => team.workspace),
    trackers: trackerPlans.map((plan) => ({
      plan,
      row: withPlausibleValues(tracker.fields, plan.name, {
        trackerId: decimalId(random),
        trackerName: plan.name,
        workspaceId: workspaceId(plan.workspace),
        languageKeywords: Object.entries(plan.keywords).map(([language, keywords]) => ({
          language,
          keywords,
          includeRelatedForms: language === 'eng',
        })),
        affiliation: plan.affiliation,
        partOfQuestion: plan.partOfQuestion ?? false,
        saidAt: plan.said?.[0] ?? 'Anytime',
        saidAtInterval: plan.said?.[1] ?? null,
        saidAtUnit: plan.said?.[2] ?? null,
        saidInTopics: plan.topics ?? [],
        filterQuery: random.chance(0.5) ? '{}' : '{"sort": null, "search": null}',
        created: past(),
        creatorUserId: random.chance(0.4) ? null : someone(),
        updated: past(),
        updaterUserId: random.chance(0.4) ? null : someone(),
      }),
    })),
    scorecards: scorecardPlans.map((plan) => {
      const created = past();
      return withPlausibleValues(scorecard.fields, plan.name, {
        scorecardId: decimalId(random),
        scorecardName: plan.name,
        workspaceId: workspaceId(plan.workspace),
        enabled: plan.enabled,
        updaterUserId: plan.enabled ? someone() : '-1',
        created,
        updated: past(),
        reviewMethod: plan.method,
        questions: plan.questions.map((question) =>
          questionRow(random, question, someone(), created),
        ),
      });
    }),
    folders: makeFolders(seed, calendar, colleagues, workspaces),
  };
}

function questionRow(
  random: Random,
  plan: QuestionPlan,
  updaterUserId: string,
  created: string,
): ScorecardQuestionRecord {
  return withPlausibleValues(question.fields, plan.text, {
    questionId: decimalId(random),
    questionRevisionId: decimalId(random),
    questionText: plan.text,
    questionType: plan.type,
    // Left out for some questions, as some upstreams leave it out for all.
    isRequired: random.chance(0.8) ? plan.optional !== true : undefined,
    isOverall: plan.overall === true,
    updaterUserId,
    answerGuide: plan.guide ?? null,
    minRange: plan.range?.[0] ?? null,
    maxRange: plan.range?.[1] ?? null,
    answerOptions: (plan.options ?? []).map((text) => ({ optionId: decimalId(random), text })),
    created,
    updated: created,
  });
}

function makeFolders(
  seed: number,
  calendar: Calendar,
  colleagues: readonly Colleague[],
  workspaces: readonly Workspace[],
): Folder[] {
  return workspaces.flatMap((workspace, workspaceIndex) => {
    const random = new Random(seed, purpose.library, workspaceIndex);
    const ids = folderPlans.map(() => decimalId(random));
    return folderPlans.map(([name, parent], index) => ({
      workspace: workspace.id,
      row: withPlausibleValues(libraryFolder.fields, memberAt(ids, index), {
        id: memberAt(ids, index),
        name,
        parentFolderId: parent === null ? null : memberAt(ids, parent),
        createdBy: index < 3 ? null : random.pick(colleagues).id,
        updated: oddTime(
          calendar,
          random,
          calendar.horizon - random.int(500) * dayMs - random.int(dayMs),
        ),
      }),
    }));
  });
}
