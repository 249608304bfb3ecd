/** Every CRM object that Switchboard knows without configuration. */

import type { ObjectSpec } from './define.ts';
import { account } from './object/account.ts';
import { asset } from './object/asset.ts';
import { attachment } from './object/attachment.ts';
import { campaign } from './object/campaign.ts';
import { campaignMember } from './object/campaign-member.ts';
import { campaignMemberStatus } from './object/campaign-member-status.ts';
import { supportCase } from './object/case.ts';
import { caseComment } from './object/case-comment.ts';
import { contact } from './object/contact.ts';
import { contentDocument } from './object/content-document.ts';
import { contentDocumentLink } from './object/content-document-link.ts';
import { contentVersion } from './object/content-version.ts';
import { contract } from './object/contract.ts';
import { event } from './object/event.ts';
import { group } from './object/group.ts';
import { lead } from './object/lead.ts';
import { note } from './object/note.ts';
import { opportunity } from './object/opportunity.ts';
import { opportunityContactRole } from './object/opportunity-contact-role.ts';
import { opportunityHistory } from './object/opportunity-history.ts';
import { opportunityLineItem } from './object/opportunity-line-item.ts';
import { opportunityStage } from './object/opportunity-stage.ts';
import { pricebook } from './object/pricebook.ts';
import { pricebookEntry } from './object/pricebook-entry.ts';
import { product } from './object/product.ts';
import { profile } from './object/profile.ts';
import { recordType } from './object/record-type.ts';
import { task } from './object/task.ts';
import { user } from './object/user.ts';
import { userRole } from './object/user-role.ts';

export const standardObjects: readonly ObjectSpec[] = [
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
