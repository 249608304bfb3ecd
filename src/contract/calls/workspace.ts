/** Workspaces: parts of the organisation with calls, scorecards, trackers and libraries of their own. */

import { defineEntity, freshness } from '../entity-spec.ts';
import { node, type ObjectSpec, text } from './declaration.ts';
import { declaredDecoder } from './row-decoder.ts';

export const workspaces = defineEntity({
  system: 'call-analytics',
  entity: 'workspaces',
  key: 'id',
  operations: { list: { answer: 'rows', params: {} } },
  decode: declaredDecoder((): ObjectSpec => workspace),
  freshness: freshness.settings,
});

export const workspace = node(
  'Workspace',
  'A part of the organisation with calls, scorecards, trackers and a library.',
  { entity: workspaces, part: 'workspace' },
  {
    name: text('name', 'What it is called.'),
    description: text('description', 'What it is for.'),
  },
);
