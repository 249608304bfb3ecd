/** Every CRM object that Switchboard knows without configuration. */

import type { CrmObjectSpec } from './declaration.ts';
import { account, contact, lead } from './object/account.ts';
import { event, task } from './object/activity.ts';
import { campaign, campaignMember, campaignMemberStatus } from './object/campaign.ts';
import { caseComment, supportCase } from './object/case.ts';
import {
  attachment,
  contentDocument,
  contentDocumentLink,
  contentVersion,
  note,
} from './object/file.ts';
import {
  opportunity,
  opportunityContactRole,
  opportunityHistory,
  opportunityLineItem,
  opportunityStage,
} from './object/opportunity.ts';
import { asset, contract, pricebook, pricebookEntry, product } from './object/product.ts';
import { group, profile, recordType, user, userRole } from './object/user.ts';

export const standardObjects: readonly CrmObjectSpec[] = [
  account,
  contact,
  lead,
  opportunity,
  task,
  event,
  campaign,
  supportCase,
  note,
  contentVersion,
  attachment,
  user,
  opportunityContactRole,
  opportunityHistory,
  opportunityStage,
  opportunityLineItem,
  product,
  pricebook,
  pricebookEntry,
  contract,
  asset,
  campaignMember,
  campaignMemberStatus,
  caseComment,
  contentDocument,
  contentDocumentLink,
  userRole,
  profile,
  recordType,
  group,
];
