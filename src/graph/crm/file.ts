/** Files of the CRM, at addresses of this server. */

import type { Graph } from '../graph.ts';
import { guarded } from '../guard.ts';
import { crmType } from './type.ts';

/** Adds the address to every object whose entity downloads bytes. */
export function defineFiles({ builder, crm, model }: Graph): void {
  for (const { name, entity } of model.objects) {
    if (entity.operations.download === undefined) continue;
    builder.objectField(crmType(crm, name).row, 'downloadUrl', (t) =>
      t.field({
        type: 'URL',
        description:
          'Where the file can be downloaded, by whoever has the address, for a while. Needs the right "media".',
        ...guarded('media', 'files'),
        resolve: (row, _args, context) => context.fileUrl({ entity: entity.entity, id: row.id }),
      }),
    );
  }
}
