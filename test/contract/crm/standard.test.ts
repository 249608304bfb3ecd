import { describe, expect, it } from 'vitest';
import type { CrmFieldSpec } from '../../../src/contract/crm/declaration.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';
import { standardObjects } from '../../../src/contract/crm/standard.ts';

const model = buildCrmModel();
const allFields = standardObjects.flatMap((object) =>
  Object.entries(object.fields).map(([name, spec]) => ({ name: `${object.object}.${name}`, spec })),
);
const allChildren = standardObjects.flatMap((parent) =>
  Object.entries(parent.children).map(([name, child]) => ({ parent: parent.object, name, child })),
);

const named = (matches: (spec: CrmFieldSpec) => boolean): string[] =>
  allFields.filter(({ spec }) => matches(spec)).map(({ name }) => name);

describe('declared CRM objects', () => {
  it('are the eleven with an entity of their own, and those that query reaches', () => {
    const byEntity = Object.groupBy(model.objects, (object) => object.entity.entity);
    const { query, ...own } = byEntity;
    expect(
      Object.entries(own).map(([entity, objects = []]) => [
        entity,
        ...objects.map((object) => `${object.keyPrefix} ${object.name}`),
      ]),
    ).toEqual([
      ['accounts', '001 Account'],
      ['contacts', '003 Contact'],
      ['leads', '00Q Lead'],
      ['opportunities', '006 Opportunity'],
      ['tasks', '00T Task'],
      ['events', '00U Event'],
      ['campaigns', '701 Campaign'],
      ['cases', '500 Case'],
      ['notes', '002 Note'],
      ['content_versions', '068 ContentVersion'],
      ['attachments', '00P Attachment'],
    ]);
    const reached = ['User', 'OpportunityContactRole', 'CampaignMember', 'ContentDocumentLink'];
    expect(query?.map((object) => object.name)).toEqual(expect.arrayContaining(reached));
  });

  it('describe themselves, their fields and their child relationships in a sentence each', () => {
    const sentence = /^[A-Z].*\.$/s;
    const bad = [
      ...standardObjects.map((object) => [object.object, object.description] as const),
      ...allFields.map(({ name, spec }) => [name, spec.description] as const),
      ...allChildren.map(
        ({ parent, name, child }) => [`${parent}.${name}`, child.description] as const,
      ),
    ].filter(([, description]) => !sentence.test(description));
    expect(bad).toEqual([]);
  });

  it('reference declared objects, or are known to leave the id bare', () => {
    const bare = allFields.filter(({ spec }) =>
      spec.reference?.to.every((target) => model.object(target) === undefined),
    );
    expect(bare.map(({ name }) => name).sort()).toMatchInlineSnapshot(`
      [
        "Account.DandbCompanyId",
        "Account.OperatingHoursId",
        "Case.SourceId",
        "Contact.IndividualId",
        "ContentDocument.ParentId",
        "ContentVersion.ContentBodyId",
        "ContentVersion.ExternalDataSourceId",
        "Group.QueueRoutingConfigId",
        "Lead.DandbCompanyId",
        "Lead.IndividualId",
        "Product2.ExternalDataSourceId",
        "Profile.UserLicenseId",
        "RecordType.BusinessProcessId",
        "User.CallCenterId",
        "User.IndividualId",
      ]
    `);
  });

  it('have child relationships whose field references the parent', () => {
    const strays = allChildren.filter(({ parent, child }) => {
      const field = model.field(child.object, child.field);
      return field?.spec.reference?.to.includes(parent) !== true;
    });
    expect(strays).toEqual([]);
  });

  it('are reached back from every parent that children lead from', () => {
    const oneWay = allChildren.filter(({ parent, child }) => {
      const relationship = model
        .object(child.object)
        ?.relationships.find(({ field }) => field.name === child.field);
      return relationship !== undefined && !relationship.targets.includes(parent);
    });
    expect(oneWay).toEqual([]);
  });

  it('have names, key prefixes and type names of their own', () => {
    for (const key of ['name', 'keyPrefix', 'typeName'] as const) {
      const values = model.objects.map((object) => object[key]);
      expect(new Set(values).size).toBe(values.length);
    }
  });

  it('have members with graph names of their own, all of them GraphQL names', () => {
    for (const object of model.objects) {
      const names = [...object.fields, ...object.relationships, ...object.children].map(
        ({ graphName }) => graphName,
      );
      expect(names.filter((name, n) => names.indexOf(name) !== n)).toEqual([]);
      expect(names.filter((name) => !/^[a-z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    }
  });

  it('name their records by a field they have', () => {
    const strays = model.objects.filter(
      (object) => model.field(object.name, object.nameField) === undefined,
    );
    expect(strays).toEqual([]);
  });

  it('give a reference where there is one, values where there is a choice, parts to addresses', () => {
    expect(named((spec) => (spec.type === 'reference') !== (spec.reference !== undefined))).toEqual(
      [],
    );
    expect(named((spec) => spec.type === 'picklist' && spec.values === undefined)).toEqual([]);
    const broken = standardObjects.flatMap((object) =>
      Object.entries(object.fields)
        .filter(([, spec]) => spec.type === 'address')
        .flatMap(([, { parts = '?' }]) =>
          ['Street', 'City', 'State', 'PostalCode', 'Country', 'Latitude', 'Longitude']
            .map((part) => `${parts}${part}`)
            .filter((part) => !Object.hasOwn(object.fields, part)),
        ),
    );
    expect(broken).toEqual([]);
  });

  it('have fields that compare and sort as what they are', () => {
    expect(named((spec) => spec.type === 'email')).toContain('Contact.Email');
    expect(named((spec) => spec.type === 'email')).toContain('User.Email');
    const kinds = (name: string): string | undefined =>
      allFields.find((field) => field.name === name)?.spec.type;
    expect(kinds('Account.AnnualRevenue')).toBe('currency');
    expect(kinds('Opportunity.CloseDate')).toBe('date');
    expect(kinds('Opportunity.Probability')).toBe('percent');
    expect(kinds('Event.StartDateTime')).toBe('datetime');
    expect(kinds('Task.Subject')).toBe('combobox');
    expect(kinds('ContentVersion.VersionData')).toBe('base64');
  });

  it('say that content versions refuse FIELDS(STANDARD)', () => {
    expect(
      model.objects.filter((object) => !object.fieldsSelector).map(({ name }) => name),
    ).toEqual(['ContentVersion']);
  });
});
