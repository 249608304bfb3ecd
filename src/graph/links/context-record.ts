/** From a record as the platform linked it to the record itself. */

import { crmContextObject } from '../../contract/calls/call-content.ts';
import { normalizeCrmId } from '../../contract/crm/id.ts';
import { idOf } from '../../contract/wire/value.ts';
import { partType } from '../calls/declared.ts';
import type { CrmShared } from '../crm/object.ts';
import { linkReference } from '../crm/reference.ts';
import type { Graph } from '../graph.ts';

export function defineContextLink(graph: Graph, record: CrmShared['record']): void {
  graph.builder.objectField(partType(graph, crmContextObject), 'record', (t) =>
    t.field({
      type: record,
      description:
        'The record in the CRM; null when it is gone, or of another CRM or an object the graph does not have.',
      resolve: (row, _args, context, info) =>
        linkReference(context, info, normalizeCrmId(idOf(row.record.objectId) ?? '')),
    }),
  );
}
