/** Visibility of CRM rows for one set of people and anchors: as a condition of the CRM's language, and of a row that has been read. */

import { normalizeCrmId } from '../contract/crm/id.ts';
import type { CrmModel, CrmObject, CrmRelationship } from '../contract/crm/model.ts';
import { isObject } from '../contract/wire/json.ts';
import { always, anyOf, type Condition, isAlways, never } from '../soql/query.ts';
import { anchored, type CrmRule, ruleOf } from './crm-rule.ts';
import type { RowAnchors, ViewerPeople } from './row-access.ts';

type Row = Readonly<Record<string, unknown>>;

const noIds: ReadonlySet<string> = new Set();

/** Of more people it takes fewer bytes to name what is theirs than to name them for each field. */
const fewPeople = 50;

/** The list of a record's children. */
interface Below {
  readonly field: string;
  readonly parent: CrmObject;
}

/** What a row needs to be judged: its own fields, and those of parents that it is visible with. */
export class CrmVisibility {
  readonly model: CrmModel;
  readonly #people: ViewerPeople;
  readonly #anchors: RowAnchors;
  /** Files with a visible link; null where nobody has asked for files yet. */
  readonly #fileIds: ReadonlySet<string> | null;
  readonly #conditions = new Map<string, Condition>();
  #byIds: CrmVisibility | null = null;
  #namesIds = false;

  constructor(
    model: CrmModel,
    people: ViewerPeople,
    anchors: RowAnchors,
    fileIds: ReadonlySet<string> | null,
  ) {
    this.model = model;
    this.#people = people;
    this.#anchors = anchors;
    this.#fileIds = fileIds;
  }

  /** The same rows, told by the ids of anchors rather than by who owns them: sets of ids can be split. */
  get byIds(): CrmVisibility {
    if (this.#byIds === null) {
      this.#byIds = new CrmVisibility(this.model, this.#people, this.#anchors, this.#fileIds);
      this.#byIds.#namesIds = true;
    }
    return this.#byIds;
  }

  rule(object: CrmObject): CrmRule {
    return ruleOf(this.model, object);
  }

  /** Condition on a row, or with a prefix (`Account.`) on a parent of it; undefined where all rows are visible. */
  condition(object: CrmObject, prefix = ''): Condition | undefined {
    if (this.rule(object).isOpen) return undefined;
    const key = `${object.name} ${prefix}`;
    let condition = this.#conditions.get(key);
    if (condition === undefined) {
      condition = this.#conditionOf(object, prefix);
      this.#conditions.set(key, condition);
    }
    return condition;
  }

  /**
   * Condition on the children of a visible record, in a list of them: undefined where all of them are visible.
   * @param field of the child that names the parent
   */
  childCondition(object: CrmObject, field: string, parent: CrmObject): Condition | undefined {
    const { isOpen, anchors } = this.rule(object);
    if (isOpen || !anchors.includes(field) || !anchored.includes(parent.name))
      return this.condition(object);
    const key = `${object.name} of ${parent.name} by ${field}`;
    let condition = this.#conditions.get(key);
    if (condition === undefined) {
      condition = this.#conditionOf(object, '', { field, parent });
      this.#conditions.set(key, condition);
    }
    return isAlways(condition) ? undefined : condition;
  }

  #conditionOf(object: CrmObject, prefix: string, below: Below | null = null): Condition {
    const { owner, hasQueues, anchors, people, through, file } = this.rule(object);
    const users = this.#people.crmUserIds;
    if (this.#namesIds && prefix === '' && anchors.includes('Id'))
      return isOneOf('Id', this.#idsOf(object)) ?? never;
    const isOwner = owner ? isOneOf(`${prefix}OwnerId`, users) : undefined;
    const refers = anyOf(
      ...anchors.map((field) =>
        field === below?.field
          ? this.#belowVisible(object, below)
          : this.#anchorCondition(object, prefix, field),
      ),
      ...people.map((field) => isOneOf(`${prefix}${field}`, users)),
    );
    // A queue's id can't be told from a user's by any condition on the id.
    const notQueues: Condition = { op: 'eq', path: `${prefix}Owner.Type`, value: 'User' };
    const isOfUser =
      refers === undefined || !hasQueues
        ? refers
        : ({ op: 'and', conditions: [notQueues, refers] } as const);
    const withParent = through.map((name) => {
      const { target } = this.#parent(object, name);
      return this.condition(target, `${prefix}${name}.`);
    });
    const ofFile = file === null ? undefined : isOneOf(`${prefix}${file}`, this.#files());
    return anyOf(isOwner, isOfUser, ...withParent, ofFile) ?? never;
  }

  /** Of visible parents all deals are anchors, and all accounts but those above what somebody owns. */
  #belowVisible(object: CrmObject, { field, parent }: Below): Condition | undefined {
    if (parent.name === 'Opportunity') return always;
    const { accountIds, accountIdsAbove } = this.#anchors;
    if (!this.#namesIds && this.#targets(object, field).relationship !== null)
      return this.#anchorCondition(object, '', field);
    const others = accountIdsAbove.difference(accountIds);
    if (others.size === 0) return always;
    return others.size < accountIds.size
      ? { op: 'nin', path: field, values: [...others] }
      : isOneOf(field, accountIds);
  }

  /** By the owner of what the field leads to where there is a path, by ids where there is none. */
  #anchorCondition(object: CrmObject, prefix: string, field: string): Condition | undefined {
    const { accountIds, dealIds, teamAccountIds, teamDealIds, accountIdsAbove } = this.#anchors;
    const path = `${prefix}${field}`;
    if (field === 'Id') {
      return object.name === 'Account'
        ? isOneOf(path, teamAccountIds.union(accountIdsAbove))
        : isOneOf(path, teamDealIds);
    }
    const { relationship, targets } = this.#targets(object, field);
    if (relationship === null)
      return isOneOf(
        path,
        new Set([
          ...(targets.includes('Account') ? accountIds : noIds),
          ...(targets.includes('Opportunity') ? dealIds : noIds),
        ]),
      );
    const users = this.#people.crmUserIds;
    if (this.#namesIds && users.size > fewPeople)
      return isOneOf(path, targets[0] === 'Account' ? accountIds : dealIds);
    const above = `${prefix}${relationship}.`;
    if (targets[0] === 'Account')
      return anyOf(isOneOf(`${above}OwnerId`, users), isOneOf(path, teamAccountIds));
    return anyOf(
      isOneOf(`${above}OwnerId`, users),
      isOneOf(`${above}Account.OwnerId`, users),
      isOneOf(`${above}AccountId`, teamAccountIds),
      isOneOf(path, teamDealIds),
    );
  }

  /** The field's path, where it leads to records of one object; and the objects. */
  #targets(object: CrmObject, field: string) {
    const reference = this.model.field(object.name, field)?.spec.reference;
    const targets = reference?.to ?? [];
    return { relationship: targets.length > 1 ? null : (reference?.relationship ?? null), targets };
  }

  #parent(object: CrmObject, name: string): { field: string; target: CrmObject } {
    const relationship = this.model.relationship(object.name, name);
    const target = relationship && this.model.object(relationship.targets[0]);
    if (relationship === undefined || target === undefined)
      throw new Error(`The model has no ${object.name}.${name}.`);
    return { field: relationship.field.name, target };
  }

  #files(): ReadonlySet<string> {
    if (this.#fileIds === null) throw new Error('The visible files have not been read.');
    return this.#fileIds;
  }

  /** Whether a row's visibility follows from its id. */
  isJudgedById(object: CrmObject): boolean {
    return this.rule(object).anchors.includes('Id') || this.rule(object).file === 'Id';
  }

  /** Paths that a row of the object is judged by. */
  judgedBy(object: CrmObject): readonly string[] {
    const { owner, anchors, people, through, file, isOpen } = this.rule(object);
    if (isOpen) return [];
    if (this.isJudgedById(object)) return ['Id'];
    const below = through.flatMap((name) =>
      this.judgedBy(this.#parent(object, name).target).map((path) => `${name}.${path}`),
    );
    const own = [owner ? 'OwnerId' : null, ...anchors, ...people, file];
    return [...new Set([...own.filter((path) => path !== null), ...below])];
  }

  /** The visible ones of an object whose records are anchors. */
  #idsOf({ name }: CrmObject): ReadonlySet<string> {
    const { accountIds, accountIdsAbove, dealIds } = this.#anchors;
    return name === 'Account' ? accountIds.union(accountIdsAbove) : dealIds;
  }

  /** Whether the record of this id is visible, of an object that is judged by it. */
  seesId({ name }: CrmObject, id: string): boolean {
    const { accountIds, accountIdsAbove, dealIds } = this.#anchors;
    if (name === 'Account') return accountIds.has(id) || accountIdsAbove.has(id);
    return name === 'Opportunity' ? dealIds.has(id) : this.#files().has(id);
  }

  /** Whether a row is visible that has what it is judged by. A value that can't be read opens nothing. */
  sees(object: CrmObject, row: Row): boolean {
    const { owner, hasQueues, anchors, people, through, file, isOpen } = this.rule(object);
    if (isOpen) return true;
    if (this.isJudgedById(object)) return this.seesId(object, idIn(row, 'Id'));
    const { accountIds, dealIds } = this.#anchors;
    const users = this.#people.crmUserIds;
    const ownerId = owner ? idIn(row, 'OwnerId') : '';
    if (users.has(ownerId)) return true;
    if (hasQueues && this.model.objectOfId(ownerId)?.name !== 'User') return false;
    const isAnchor = (id: string): boolean => accountIds.has(id) || dealIds.has(id);
    return (
      anchors.some((field) => isAnchor(idIn(row, field))) ||
      people.some((field) => users.has(idIn(row, field))) ||
      through.some((name) => {
        const { target } = this.#parent(object, name);
        const parent = row[name];
        return isObject(parent) && !(parent instanceof Error) && this.sees(target, parent as Row);
      }) ||
      (file !== null && this.#files().has(idIn(row, file)))
    );
  }

  /** Whether a parent may be hidden although its child is visible. */
  mayHide(object: CrmObject, { name, targets }: CrmRelationship): boolean {
    return (
      !this.rule(object).implied.includes(name) &&
      targets.some((target) => {
        const parent = this.model.object(target);
        return parent !== undefined && !this.rule(parent).isOpen;
      })
    );
  }
}

const isOneOf = (path: string, ids: ReadonlySet<string>): Condition | undefined =>
  ids.size === 0 ? undefined : { op: 'in', path, values: [...ids] };

function idIn(row: Row, field: string): string {
  const id = row[field];
  return typeof id === 'string' ? (normalizeCrmId(id) ?? '') : '';
}
