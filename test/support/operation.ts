/** All operations of the catalogue. */

import { entities } from '../../src/contract/entity-catalogue.ts';
import type { Action, EntitySpec, OperationSpec } from '../../src/contract/entity-spec.ts';

export interface CatalogueOperation {
  readonly entity: EntitySpec;
  readonly action: Action;
  readonly operation: OperationSpec;
}

/** One row for each action of each entity. */
export const operations: readonly CatalogueOperation[] = entities.flatMap((entity) =>
  Object.entries(entity.operations).map(([action, operation]) => ({
    entity,
    action: action as Action,
    operation,
  })),
);
