/** Files of the CRM, at addresses of this server. */

import { ForbiddenError } from '../../errors.ts';
import type { Graph } from '../graph.ts';
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
        resolve: (row, _args, context) => {
          if (!context.viewer.permissions.has('media'))
            throw new ForbiddenError('Expected the right "media" for files.');
          return context.fileUrl({ entity: entity.entity, id: row.id });
        },
      }),
    );
  }
}
