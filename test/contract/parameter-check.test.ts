import { describe, expect, it } from 'vitest';
import { findEntity } from '../../src/contract/entity-catalogue.ts';
import { checkParams, issueLine, type Strictness } from '../../src/contract/entity-spec.ts';
import type { SystemName } from '../../src/errors.ts';
import { operations } from '../support/operation.ts';

/** Faults of params as lines. */
function check(
  [system, entity, action]: readonly [SystemName, string, string],
  params: unknown,
  strictness: Strictness,
): string[] {
  const spec = findEntity(system, entity);
  if (spec === undefined) throw new Error(`no entity ${entity}`);
  return checkParams(spec, action, params, strictness).map(issueLine);
}

const callsGet = ['call-analytics', 'calls', 'get'] as const;
const callsList = ['call-analytics', 'calls', 'list'] as const;
const extensive = ['call-analytics', 'calls_extensive', 'list'] as const;
const aggregate = ['call-analytics', 'stats_activity_aggregate', 'list'] as const;
const coaching = ['call-analytics', 'coaching', 'list'] as const;
const audio = ['call-analytics', 'call_audio', 'download'] as const;
const accounts = ['crm', 'accounts', 'list'] as const;
const both: readonly Strictness[] = ['send', 'receive'];

const instant = 'an ISO 8601 date-time with an offset (2026-01-31T09:00:00Z)';

describe.each(both)('params to %s', (strictness) => {
  it.each([
    ['an id', callsGet, { id: '7782342274025937895' }],
    ['no filter', callsList, {}],
    ['no params at all', callsList, undefined],
    [
      'instants with any offset and fraction',
      callsList,
      { fromDateTime: '2026-03-01T00:00:00.123456-08:00', toDateTime: '2026-03-02T00:00:00Z' },
    ],
    [
      'a filter with a selector',
      extensive,
      {
        filter: { callIds: ['1', '2'] },
        contentSelector: {
          context: 'Extended',
          contextTiming: ['Now', 'TimeOfCall'],
          exposedFields: { parties: true, content: { trackers: false } },
        },
      },
    ],
    ['days', aggregate, { filter: { fromDate: '2026-02-28', toDate: '2028-02-29' } }],
    [
      'all of coaching',
      coaching,
      { 'workspace-id': '1', 'manager-id': '2', from: '2026-01-01', to: '2026-02-01T00:00:00Z' },
    ],
    [
      'one call’s media',
      audio,
      { filter: { callIds: ['1'] }, contentSelector: { exposedFields: { media: true } } },
    ],
    ['a query', accounts, { q: 'SELECT Id FROM Account' }],
  ])('may be %s', (_, operation, params) => {
    expect(check(operation, params, strictness)).toEqual([]);
  });

  it.each([
    ['a required one is missing', callsGet, {}, 'id: expected a non-empty string, nothing came'],
    [
      'a required one is empty',
      callsGet,
      { id: '' },
      'id: expected a non-empty string, an empty string came',
    ],
    ['an id is a number', callsGet, { id: 77 }, 'id: expected a non-empty string, a number came'],
    ['a required object is missing', extensive, {}, 'filter: expected an object, nothing came'],
    [
      'an object is a list',
      extensive,
      { filter: [] },
      'filter: expected an object, a list of 0 came',
    ],
    [
      'a list is a string',
      extensive,
      { filter: { callIds: '1' } },
      'filter.callIds: expected a list of non-empty strings, a string of 1 characters came',
    ],
    [
      'an element is a number',
      extensive,
      { filter: { callIds: ['1', 2] } },
      'filter.callIds[1]: expected a list of non-empty strings, a number came',
    ],
    [
      'a flag is a string',
      extensive,
      { filter: {}, contentSelector: { exposedFields: { parties: 'true' } } },
      'contentSelector.exposedFields.parties: expected true or false, a string of 4 characters came',
    ],
    [
      'a value is not one of those allowed',
      extensive,
      { filter: {}, contentSelector: { context: 'None', contextTiming: ['Now'] } },
      'contentSelector.context: expected "Extended", a string of 4 characters came',
    ],
    [
      'an element is not one of those allowed',
      extensive,
      { filter: {}, contentSelector: { contextTiming: ['Now', 'Then'] } },
      'contentSelector.contextTiming[1]: expected "Now" or "TimeOfCall", a string of 4 characters came',
    ],
    [
      'a day does not exist',
      aggregate,
      { filter: { fromDate: '2026-02-29' } },
      'filter.fromDate: expected a date (YYYY-MM-DD), a string of 10 characters came',
    ],
    [
      'an instant has no offset',
      callsList,
      { fromDateTime: '2026-01-01T00:00:00' },
      `fromDateTime: expected ${instant}, a string of 19 characters came`,
    ],
    [
      'an instant does not exist',
      callsList,
      { toDateTime: '2026-04-31T00:00:00Z' },
      `toDateTime: expected ${instant}, a string of 20 characters came`,
    ],
    [
      'media is asked for of two calls',
      audio,
      { filter: { callIds: ['1', '2'] }, contentSelector: { exposedFields: { media: true } } },
      'filter.callIds: expected a list of exactly 1 non-empty string, a list of 2 came',
    ],
    [
      'media is not asked for',
      audio,
      { filter: { callIds: ['1'] }, contentSelector: { exposedFields: { media: false } } },
      'contentSelector.exposedFields.media: expected true, false came',
    ],
    ['they are a list', accounts, [], 'params: expected an object, a list of 0 came'],
    [
      'the action is not offered',
      ['crm', 'accounts', 'delete'] as const,
      {},
      'action: expected list or get or search, "delete" came',
    ],
    [
      'the action is a member of every object',
      ['crm', 'accounts', 'toString'] as const,
      {},
      'action: expected list or get or search, "toString" came',
    ],
  ])('are refused when %s', (_, operation, params, fault) => {
    expect(check(operation, params, strictness)).toEqual([fault]);
  });

  it('have all their faults listed', () => {
    expect(check(coaching, { 'manager-id': 5, from: 'x' }, strictness)).toEqual([
      'workspace-id: expected a non-empty string, nothing came',
      'manager-id: expected a non-empty string, a number came',
      'from: expected an ISO 8601 date or date-time (2026-01-31T09:00:00Z), a string of 1 characters came',
      'to: expected an ISO 8601 date or date-time (2026-01-31T09:00:00Z), nothing came',
    ]);
  });

  it('have required ones in the filters of every operation that says so', () => {
    const needy = operations.filter(({ operation }) =>
      Object.values(operation.params).some(({ required }) => required === true),
    );
    const passing = needy.filter(
      ({ entity, action }) => checkParams(entity, action, {}, strictness).length === 0,
    );
    expect(needy.length).toBeGreaterThan(35);
    expect(passing).toEqual([]);
  });
});

describe('params to send', () => {
  it.each([
    [
      'an unknown one',
      callsList,
      { from: 'x' },
      'from: expected fromDateTime, toDateTime, cursor, another name came',
    ],
    [
      'a mistyped filter',
      extensive,
      { filter: { callId: ['1'] } },
      'filter.callId: expected fromDateTime, toDateTime, callIds, workspaceId, another name came',
    ],
    [
      'any where there are none',
      ['call-analytics', 'workspaces', 'list'] as const,
      { id: '1' },
      'id: expected no parameter, another name came',
    ],
    ['a null', callsList, { cursor: null }, 'cursor: expected a non-empty string, null came'],
    [
      'an empty list, which an upstream takes for no filter',
      extensive,
      { filter: { callIds: [] } },
      'filter.callIds: expected a list of non-empty strings, a list of 0 came',
    ],
    [
      'a key of the prototype',
      callsList,
      JSON.parse('{"__proto__": {}}'),
      '__proto__: expected fromDateTime, toDateTime, cursor, another name came',
    ],
  ])('may not hold %s', (_, operation, params, fault) => {
    expect(check(operation, params, 'send')).toEqual([fault]);
  });
});

describe('params received', () => {
  it('may hold unknown ones, which the service ignores, and nulls, which mean absent', () => {
    expect(check(callsList, { whatever: 1, cursor: null }, 'receive')).toEqual([]);
    expect(check(extensive, { filter: { callId: ['1'], callIds: null } }, 'receive')).toEqual([]);
  });

  it('may not hold null for a required one', () => {
    expect(check(callsGet, { id: null }, 'receive')).toEqual([
      'id: expected a non-empty string, nothing came',
    ]);
  });
});

describe('faults', () => {
  it('do not repeat what came, which may be personal', () => {
    const lines = check(callsList, { fromDateTime: 'ann@example.com' }, 'send');
    expect(lines.join()).not.toContain('ann@example.com');
  });
});
