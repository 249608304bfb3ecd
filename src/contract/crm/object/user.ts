/** CRM users with their roles, profiles and groups; record types. */

import { addressFields, audit, recordCurrency, stamps, viewed } from '../common-field.ts';
import * as f from '../declaration.ts';

const frequencies = f.list('D | W | N');

// Users are never deleted, only made inactive.
/** CRM users: who owns records and works with them. */
export const user = f.defineObject({
  object: 'User',
  typeName: 'CrmUser',
  entity: 'query',
  keyPrefix: '005',
  nameField: 'Name',
  description: 'A user of the CRM. Never deleted, only made inactive.',
  fields: {
    Name: f.string('Full name, made of its parts; read-only.', 121, 'required'),
    FirstName: f.string('First name.', 40),
    LastName: f.string('Last name.', 80, 'required'),
    Username: f.string('Name to log in with, in the form of an e-mail address.', 80, 'required'),
    Email: f.email('E-mail address.', 128, 'required', 'ofPerson'),
    IsActive: f.boolean('Whether the user may log in.', 'required'),
    Title: f.string('Job title.', 80),
    Department: f.string('Department.', 80),
    Division: f.string('Division.', 80),
    CompanyName: f.string('Company.', 80),
    EmployeeNumber: f.string('Number of the employee.', 20),
    ManagerId: f.reference('Manager', 'User', 'The user’s superior.'),
    UserRoleId: f.reference('UserRole', 'UserRole', 'Place in the role hierarchy.'),
    ProfileId: f.reference(
      'Profile',
      'Profile',
      'Profile that sets what the user may do.',
      'required',
    ),
    UserType: f.picklist(
      'Kind of licence.',
      'Standard | PowerPartner | CSPLitePortal | CustomerSuccess | PowerCustomerSuccess | CsnOnly | Guest | AutomatedProcess',
      40,
    ),
    Alias: f.string('Short name.', 8, 'required'),
    CommunityNickname: f.string('Name shown in communities.', 40, 'required'),
    Phone: f.phone('Telephone number.', 40),
    MobilePhone: f.phone('Mobile number.', 40),
    Extension: f.phone('Extension of the telephone number.', 40),
    Fax: f.phone('Fax number.', 40),
    ...addressFields('', 'Address'),
    AboutMe: f.textarea('What the user says of themselves.', 1000),
    AccountId: f.reference('Account', 'Account', 'Account of a portal user.'),
    ContactId: f.reference('Contact', 'Contact', 'Contact of a portal user.'),
    IndividualId: f.reference('Individual', 'Individual', 'The user’s privacy preferences.'),
    DelegatedApproverId: f.reference(
      null,
      'User | Group',
      'User or group that may approve in the user’s place.',
    ),
    CallCenterId: f.reference(null, 'CallCenter', 'Call centre the user works for.'),
    FederationIdentifier: f.string('Key of the user at the identity provider.', 512),
    TimeZoneSidKey: f.picklist('Time zone, as an IANA name.', '', 40, 'required'),
    CurrencyIsoCode: recordCurrency,
    LocaleSidKey: f.picklist('Locale for dates and numbers.', '', 40, 'required'),
    LanguageLocaleKey: f.picklist('Language of the pages.', '', 40, 'required'),
    EmailEncodingKey: f.picklist(
      'Character encoding of outgoing mail.',
      'UTF-8 | ISO-8859-1',
      40,
      'required',
    ),
    SenderEmail: f.email('Address outgoing mail is sent from.', 80),
    SenderName: f.string('Name outgoing mail is sent under.', 80),
    Signature: f.textarea('Text below outgoing mail.', 1333),
    StayInTouchSubject: f.string('Subject of mail that asks contacts for news.', 80),
    StayInTouchNote: f.string('Text of mail that asks contacts for news.', 512),
    StayInTouchSignature: f.string('Text below mail that asks contacts for news.', 512),
    OutOfOfficeMessage: f.string('Text shown while the user is away.', 40),
    EmailPreferencesAutoBcc: f.boolean('Whether outgoing mail is copied to the user.', 'required'),
    EmailPreferencesAutoBccStayInTouch: f.boolean(
      'Whether mail that asks for news is copied to the user.',
      'required',
    ),
    EmailPreferencesStayInTouchReminder: f.boolean(
      'Whether the user is reminded to ask contacts for news.',
      'required',
    ),
    ReceivesInfoEmails: f.boolean('Whether the user gets news of the CRM by mail.', 'required'),
    ReceivesAdminInfoEmails: f.boolean(
      'Whether the user gets administrators’ mail of the CRM.',
      'required',
    ),
    DigestFrequency: f.picklist('How often a digest is mailed.', frequencies, 40, 'required'),
    DefaultGroupNotificationFrequency: f.picklist(
      'How often mail about groups is sent.',
      ['P', ...frequencies],
      40,
      'required',
    ),
    ForecastEnabled: f.boolean('Whether the user may forecast.', 'required'),
    JigsawImportLimitOverride: f.int('How many bought records the user may import in a month.'),
    IsExtIndicatorVisible: f.boolean('Whether others see a mark that the user is external.'),
    IsProfilePhotoActive: f.boolean('Whether the user has a picture of their own.', 'required'),
    BadgeText: f.string('Role of the user shown beside the picture.', 80),
    FullPhotoUrl: f.url('Address of the large picture.', 1024),
    MediumPhotoUrl: f.url('Address of the middle-sized picture.', 1024),
    SmallPhotoUrl: f.url('Address of the small picture.', 1024),
    BannerPhotoUrl: f.url('Address of the large banner.', 1024),
    MediumBannerPhotoUrl: f.url('Address of the middle-sized banner.', 1024),
    SmallBannerPhotoUrl: f.url('Address of the small banner.', 1024),
    LastLoginDate: f.datetime('When the user last logged in.'),
    LastPasswordChangeDate: f.datetime('When the password was last changed.'),
    NumberOfFailedLogins: f.int('How often logging in has failed since it last worked.'),
    OfflineTrialExpirationDate: f.datetime('When the trial of the offline edition ends.'),
    OfflinePdaTrialExpirationDate: f.datetime('When the trial of the mobile edition ends.'),
    ...viewed,
    ...stamps,
  },
  children: {
    ManagedUsers: f.children('User', 'ManagerId', 'Users who report to this one.'),
    DelegatedUsers: f.children(
      'User',
      'DelegatedApproverId',
      'Users in whose place this one may approve.',
    ),
    ContractsSigned: f.children('Contract', 'CompanySignedId', 'Contracts the user signed.'),
    OwnedContentDocuments: f.children('ContentDocument', 'OwnerId', 'Files the user owns.'),
    ContentDocumentLinks: f.children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the user.',
    ),
  },
});

const access = f.list('None | Read | Edit');

/** User roles: the hierarchy that decides whose records a user sees. */
export const userRole = f.defineObject({
  object: 'UserRole',
  typeName: 'CrmUserRole',
  entity: 'query',
  keyPrefix: '00E',
  nameField: 'Name',
  description: 'A place in the hierarchy of CRM users.',
  searchable: false,
  fields: {
    Name: f.string('Name of the role.', 80, 'required'),
    DeveloperName: f.string('Name of the role in interfaces.', 80),
    ParentRoleId: f.reference(null, 'UserRole', 'Role above.'),
    RollupDescription: f.string('Name of the role in reports.', 80),
    OpportunityAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ deals.',
      access,
      40,
      'required',
    ),
    CaseAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ cases.',
      access,
      40,
    ),
    ContactAccessForAccountOwner: f.picklist(
      'What an account’s owner may do with others’ contacts.',
      access,
      40,
    ),
    MayForecastManagerShare: f.boolean(
      'Whether a forecast may be shared outside the role.',
      'required',
    ),
    ForecastUserId: f.reference(null, 'User', 'User who forecasts for the role.'),
    PortalType: f.picklist('Kind of portal.', 'None | CustomerPortal | Partner', 40),
    LastModifiedDate: audit.LastModifiedDate,
    LastModifiedById: f.reference(null, 'User', 'User who last changed the role.', 'required'),
    SystemModstamp: audit.SystemModstamp,
  },
  children: {
    Users: f.children('User', 'UserRoleId', 'Users in the role.'),
  },
});

/** Profiles: what users of a kind may do. */
export const profile = f.defineObject({
  object: 'Profile',
  typeName: 'CrmProfile',
  entity: 'query',
  keyPrefix: '00e',
  nameField: 'Name',
  description: 'What CRM users of a kind may do.',
  searchable: false,
  fields: {
    Name: f.string('Name of the profile.', 255, 'required'),
    Description: f.string('What the profile is for.', 255),
    UserType: f.picklist('Kind of licence.', 'Standard | PowerPartner | Guest | CsnOnly', 40),
    UserLicenseId: f.reference('UserLicense', 'UserLicense', 'Licence that users need.'),
    ...viewed,
    ...stamps,
  },
  children: {
    Users: f.children('User', 'ProfileId', 'Users with the profile.'),
  },
});

/** Groups: sets of users, queues among them. */
export const group = f.defineObject({
  object: 'Group',
  typeName: 'CrmGroup',
  entity: 'query',
  keyPrefix: '00G',
  nameField: 'Name',
  description: 'A set of CRM users; a queue, where records wait for an owner, is one too.',
  fields: {
    Name: f.string('Name of the group.', 40, 'required'),
    DeveloperName: f.string('Name of the group in interfaces.', 80),
    Type: f.picklist(
      'Kind of group.',
      'Regular | Queue | Role | RoleAndSubordinates | Organization',
      40,
      'required',
    ),
    Email: f.email('E-mail address of a queue.', 80),
    OwnerId: f.reference('Owner', 'Organization | User', 'User or organisation that owns it.'),
    RelatedId: f.reference('Related', 'User | UserRole', 'Role or user the group stands for.'),
    DoesIncludeBosses: f.boolean('Whether superiors of its members count as members.', 'required'),
    DoesSendEmailToMembers: f.boolean('Whether mail to a queue goes to its members.', 'required'),
    QueueRoutingConfigId: f.reference(null, 'QueueRoutingConfig', 'How a queue hands out records.'),
    ...stamps,
  },
  children: {
    DelegatedUsers: f.children(
      'User',
      'DelegatedApproverId',
      'Users in whose place the group may approve.',
    ),
  },
});

/** Record types: kinds of one object with layouts and picklists of their own. */
export const recordType = f.defineObject({
  object: 'RecordType',
  entity: 'query',
  keyPrefix: '012',
  nameField: 'Name',
  description: 'A kind of one object, with a layout and picklists of its own.',
  searchable: false,
  fields: {
    Name: f.string('Name of the record type.', 80, 'required'),
    DeveloperName: f.string('Name of the record type in interfaces.', 80, 'required'),
    SobjectType: f.picklist('Object it is a kind of.', '', 40, 'required'),
    Description: f.string('What the record type is for.', 255),
    IsActive: f.boolean('Whether new records may have it.', 'required'),
    NamespacePrefix: f.string('Namespace of the package it came with.', 15),
    BusinessProcessId: f.reference(null, 'BusinessProcess', 'Process its records follow.'),
    ...stamps,
  },
  children: {},
});
