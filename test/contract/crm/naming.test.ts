import { describe, expect, it } from 'vitest';
import { reference, string } from '../../../src/contract/crm/declaration.ts';
import { fieldName, memberName, typeName } from '../../../src/contract/crm/naming.ts';

describe('names in the graph', () => {
  it.each([
    ['Name', 'name'],
    ['AnnualRevenue', 'annualRevenue'],
    ['IsWon', 'isWon'],
    ['ARR__c', 'arr'],
    ['SLALevel__c', 'slaLevel'],
    ['SLA_Level__c', 'slaLevel'],
    ['Health_Score__c', 'healthScore'],
    ['health_score__c', 'healthScore'],
    ['acme__Health_Score__c', 'acmeHealthScore'],
    ['LastCURequestDate', 'lastCURequestDate'],
    ['Recurrence2PatternText', 'recurrence2PatternText'],
    ['Product__r', 'product'],
    ['Product_Usages__r', 'productUsages'],
    ['OpportunityContactRoles', 'opportunityContactRoles'],
  ])('make %s a member %s', (name, expected) => {
    expect(memberName(name)).toBe(expected);
  });

  it('keep the id of a custom reference apart from its record', () => {
    const field = reference('Account__r', 'Account', 'The account.');
    expect(fieldName('Account__c', field)).toBe('accountId');
    expect(memberName('Account__r')).toBe('account');
  });

  it('are those that configuration states, where it does', () => {
    expect(fieldName('ARR__c', { ...string('x'), graphName: 'recurring' })).toBe('recurring');
    expect(typeName({ object: 'User', typeName: 'CrmUser' })).toBe('CrmUser');
  });

  it.each([
    ['Account', 'Account'],
    ['Product_Usage__c', 'ProductUsage'],
    ['product_usage__c', 'ProductUsage'],
    ['SLA__c', 'SLA'],
  ])('make %s a type %s', (object, expected) => {
    expect(typeName({ object })).toBe(expected);
  });
});
