import { describe, expect, it } from 'vitest';
import { entities, entitiesOf, findEntity } from '../../src/contract/entity-catalogue.ts';
import type { ParamSpec } from '../../src/contract/entity-spec.ts';
import { operations } from '../support/operation.ts';

/** Parameters as the interface documents list them: `name` optional, `name!` required. */
function paramNames(params: Readonly<Record<string, ParamSpec>>): string {
  return Object.entries(params)
    .map(([name, spec]) => {
      const members = spec.fields === undefined ? '' : `(${paramNames(spec.fields)})`;
      return `${name}${spec.required ? '!' : ''}${members}`;
    })
    .join(' ');
}

describe('the catalogue', () => {
  it('offers 52 operations', () => {
    expect(operations).toHaveLength(52);
  });

  it('offers the call-analytics operations with their parameters', () => {
    const rows = operations
      .filter(({ entity }) => entity.system === 'call-analytics')
      .map(({ entity, action, operation }) =>
        `${entity.entity} ${action} → ${operation.answer}: ${paramNames(operation.params)}`.trim(),
      );
    const range = 'filter(fromDate toDate userIds)';
    const media = 'filter!(callIds!) contentSelector!(exposedFields!(media!)) range_header';
    expect(rows).toEqual([
      'users list → cursor-page: cursor',
      'users get → row: id!',
      'calls list → cursor-page: fromDateTime toDateTime cursor',
      'calls get → row: id!',
      'calls_extensive list → cursor-page: filter!(fromDateTime toDateTime callIds workspaceId) cursor ' +
        'contentSelector(context contextTiming exposedFields(parties ' +
        'interaction(personInteractionStats speakers questions video) ' +
        'content(topics structure trackers trackerOccurrences brief outline highlights keyPoints callOutcome pointsOfInterest) ' +
        'collaboration(publicComments) media))',
      `call_audio download → bytes: ${media}`,
      `call_video download → bytes: ${media}`,
      'workspaces list → rows:',
      'call_transcripts list → cursor-page: filter(fromDateTime toDateTime callIds) cursor',
      `stats_activity_aggregate list → cursor-page: ${range}`,
      `stats_activity_day_by_day list → cursor-page: ${range}`,
      `stats_interaction list → cursor-page: ${range}`,
      'settings_scorecards list → rows: workspaceId',
      'settings_trackers list → rows: workspaceId',
      'library_folders list → rows: workspaceId!',
      'library_folder_content list → cursor-page: folderId! cursor',
      'coaching list → rows: workspace-id! manager-id! from! to!',
      'stats_activity_scorecards list → cursor-page: ' +
        'filter(fromDateTime toDateTime scorecardIds reviewedUserIds reviewerUserIds callIds) cursor',
    ]);
  });

  it('offers the CRM operations with their parameters', () => {
    const rows = operations
      .filter(({ entity }) => entity.system === 'crm')
      .map(({ entity, action, operation }) =>
        `${entity.entity} ${action} → ${operation.answer}: ${paramNames(operation.params)}`.trim(),
      );
    const nine = 'accounts contacts leads opportunities tasks events campaigns cases notes'.split(
      ' ',
    );
    expect(rows).toEqual([
      ...nine.flatMap((entity) => [
        `${entity} list → soql-page: q!`,
        `${entity} get → row: id! fields`,
        `${entity} search → hits: q!`,
      ]),
      ...['content_versions', 'attachments'].flatMap((entity) => [
        `${entity} list → soql-page: q!`,
        `${entity} get → row: id! fields`,
        `${entity} download → bytes: id! range_header`,
      ]),
      'query list → soql-page: q!',
    ]);
  });

  it('names each entity once', () => {
    const names = entities.map(({ system, entity }) => `${system} ${entity}`);
    expect(new Set(names).size).toBe(names.length);
    expect(entitiesOf('call-analytics')).toHaveLength(16);
    expect(entitiesOf('crm')).toHaveLength(12);
  });

  it('finds an entity in its own system only', () => {
    expect(findEntity('crm', 'accounts')?.key).toBe('Id');
    expect(findEntity('call-analytics', 'accounts')).toBeUndefined();
    expect(findEntity('crm', 'Accounts')).toBeUndefined();
    expect(findEntity('crm', '__proto__')).toBeUndefined();
  });
});
