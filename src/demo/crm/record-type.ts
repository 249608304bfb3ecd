/** Record types: kinds of campaign members, and two kinds of each object whose records name theirs. */

import type { CrmModel } from '../../contract/crm/model.ts';

interface RecordKind {
  readonly object: string;
  readonly name: string;
  readonly description: string;
  /** Whether new records may be of it. */
  readonly isActive: boolean;
}

const memberKinds: readonly RecordKind[] = [
  ['Guest', 'Came or was to come to an event.', true] as const,
  ['Reader', 'Was written to.', true] as const,
  ['Visitor (old)', 'From before kinds were told apart.', false] as const,
].map(([name, description, isActive]) => ({
  object: 'CampaignMember',
  name,
  description,
  isActive,
}));

const kindsByModel = new WeakMap<CrmModel, readonly RecordKind[]>();

/** All record types in the order of their ids. Those of members come first, so that no others change them. */
export function recordTypes(model: CrmModel): readonly RecordKind[] {
  const before = kindsByModel.get(model);
  if (before !== undefined) return before;
  const objects = model.objects.filter(({ name }) => model.field(name, 'RecordTypeId'));
  const kinds = [
    ...memberKinds,
    ...objects.flatMap(({ name: object }) => [
      { object, name: 'Business', description: 'What is sold directly.', isActive: true },
      { object, name: 'Partner', description: 'What partners bring.', isActive: true },
    ]),
  ];
  kindsByModel.set(model, kinds);
  return kinds;
}

/** Serial numbers of an object's record types. */
export function recordTypeSerials(model: CrmModel, object: string): readonly number[] {
  return recordTypes(model).flatMap((kind, serial) => (kind.object === object ? [serial] : []));
}
