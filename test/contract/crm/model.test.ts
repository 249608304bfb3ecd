import { describe, expect, it } from 'vitest';
import { parseCustomSchema } from '../../../src/contract/crm/custom-schema.ts';
import { buildCrmModel } from '../../../src/contract/crm/model.ts';

const model = buildCrmModel();

describe('the CRM model', () => {
  it('finds objects, fields and relationships whatever the case of their names', () => {
    expect(model.object('aCCOUNT')?.name).toBe('Account');
    expect(model.field('account', 'ANNUALREVENUE')?.graphName).toBe('annualRevenue');
    expect(model.relationship('contact', 'account')?.targets).toEqual(['Account']);
    expect(model.child('ACCOUNT', 'contacts')).toMatchObject({
      name: 'Contacts',
      object: 'Contact',
      field: 'AccountId',
    });
  });

  it('knows nothing that was not declared', () => {
    for (const name of ['Nothing', '', '__proto__', 'constructor']) {
      expect(model.object(name)).toBeUndefined();
      expect(model.field('Account', name)).toBeUndefined();
      expect(model.field(name, 'Name')).toBeUndefined();
      expect(model.relationship('Account', name)).toBeUndefined();
      expect(model.child('Account', name)).toBeUndefined();
    }
  });

  it('gives every object an Id, first', () => {
    expect(model.objects.map((object) => object.fields[0]?.name)).toEqual(
      model.objects.map(() => 'Id'),
    );
  });

  it('tells the object of an id by its prefix, whose case counts', () => {
    expect(model.objectOfId('003xx000004TmiQAAS')?.name).toBe('Contact');
    expect(model.objectOfId('00E000000000001')?.name).toBe('UserRole');
    expect(model.objectOfId('00e000000000001')?.name).toBe('Profile');
    expect(model.objectOfId('00q000000000001')).toBeUndefined();
    expect(model.objectOfId('')).toBeUndefined();
  });

  it('finds the object a type of the graph shows', () => {
    expect(model.objectOfType('CrmUser')?.name).toBe('User');
    expect(model.objectOfType('User')).toBeUndefined();
  });

  it('reads objects through their own entity, others through query', () => {
    expect(model.object('Opportunity')?.entity.entity).toBe('opportunities');
    expect(model.object('User')?.entity.entity).toBe('query');
  });

  it('tells which targets of a polymorphic reference are declared', () => {
    expect(model.relationship('Task', 'Who')).toMatchObject({
      graphName: 'who',
      targets: ['Contact', 'Lead'],
      polymorphic: true,
    });
    expect(model.relationship('Event', 'Owner')).toMatchObject({
      targets: ['User'],
      polymorphic: true,
    });
  });

  it('has no relationship where the CRM offers no path or nobody declared the target', () => {
    expect(model.field('Opportunity', 'ContactId')?.spec.reference?.relationship).toBeNull();
    expect(model.relationship('Opportunity', 'Contact')).toBeUndefined();
    expect(model.field('Contact', 'IndividualId')).toBeDefined();
    expect(model.relationship('Contact', 'Individual')).toBeUndefined();
  });
});

describe('the CRM model with custom fields and objects', () => {
  const extended = buildCrmModel(
    parseCustomSchema({
      objects: {
        Account: { fields: { ARR__c: { type: 'currency', description: 'Recurring revenue.' } } },
        Product_Usage__c: {
          keyPrefix: 'a01',
          label: 'Product usage',
          activities: true,
          fields: {
            Account__c: { type: 'reference', to: 'Account' },
            Month__c: { type: 'date', required: true },
          },
        },
      },
    }),
  );

  it('adds fields to standard objects', () => {
    expect(extended.field('Account', 'arr__C')).toMatchObject({
      name: 'ARR__c',
      graphName: 'arr',
      spec: { type: 'currency', custom: true, description: 'Recurring revenue.' },
    });
    expect(model.field('Account', 'ARR__c')).toBeUndefined();
  });

  it('adds objects with the fields every record has', () => {
    const usage = extended.object('product_usage__c');
    expect(usage).toMatchObject({ typeName: 'ProductUsage', keyPrefix: 'a01', custom: true });
    expect(usage?.entity.entity).toBe('query');
    expect(usage?.fields.map(({ name }) => name)).toEqual([
      'Id',
      'Name',
      'OwnerId',
      'Account__c',
      'Month__c',
      'IsDeleted',
      'CreatedDate',
      'CreatedById',
      'LastModifiedDate',
      'LastModifiedById',
      'SystemModstamp',
    ]);
    expect(extended.objectOfId('a01000000000001')).toBe(usage);
  });

  it('leads from a custom reference to its record and back', () => {
    expect(extended.relationship('Product_Usage__c', 'account__r')).toMatchObject({
      graphName: 'account',
      targets: ['Account'],
      polymorphic: false,
    });
    expect(extended.field('Product_Usage__c', 'Account__c')?.graphName).toBe('accountId');
    expect(extended.child('Account', 'Product_Usages__r')).toMatchObject({
      graphName: 'productUsages',
      object: 'Product_Usage__c',
      field: 'Account__c',
    });
  });

  it('lets activities concern a custom object that asks for it, and files be shared with any', () => {
    expect(extended.relationship('Task', 'What')?.targets).toContain('Product_Usage__c');
    expect(extended.child('Product_Usage__c', 'Tasks')?.field).toBe('WhatId');
    expect(extended.child('Product_Usage__c', 'Notes')).toBeUndefined();
    expect(extended.relationship('Note', 'Parent')?.targets).not.toContain('Product_Usage__c');
    expect(extended.child('Product_Usage__c', 'ContentDocumentLinks')?.field).toBe(
      'LinkedEntityId',
    );
    expect(model.relationship('Task', 'What')?.targets).not.toContain('Product_Usage__c');
  });
});
