/** CRM users: who owns records and works with them. */

import { addressFields, audit, viewed } from '../common.ts';
import * as f from '../define.ts';

const frequencies = ['D', 'W', 'N'];

// Users are never deleted, only made inactive.
const { IsDeleted: _, ...stamps } = audit;

export const user = f.defineObject({
  object: 'User',
  typeName: 'CrmUser',
  entity: 'query',
  keyPrefix: '005',
  nameField: 'Name',
  description: 'A user of the CRM. Never deleted, only made inactive.',
  fields: {
    Name: f.string('Full name, made of its parts; read-only.', { required: true, length: 121 }),
    FirstName: f.string('First name.', { length: 40 }),
    LastName: f.string('Last name.', { required: true, length: 80 }),
    Username: f.string('Name to log in with, in the form of an e-mail address.', {
      required: true,
      length: 80,
    }),
    Email: f.email('E-mail address.', { required: true, length: 128, ofPerson: true }),
    IsActive: f.boolean('Whether the user may log in.', { required: true }),
    Title: f.string('Job title.', { length: 80 }),
    Department: f.string('Department.', { length: 80 }),
    Division: f.string('Division.', { length: 80 }),
    CompanyName: f.string('Company.', { length: 80 }),
    EmployeeNumber: f.string('Number of the employee.', { length: 20 }),
    ManagerId: f.reference('Manager', 'User', 'The user’s superior.'),
    UserRoleId: f.reference('UserRole', 'UserRole', 'Place in the role hierarchy.'),
    ProfileId: f.reference('Profile', 'Profile', 'Profile that sets what the user may do.', {
      required: true,
    }),
    UserType: f.picklist(
      'Kind of licence.',
      [
        'Standard',
        'PowerPartner',
        'CSPLitePortal',
        'CustomerSuccess',
        'PowerCustomerSuccess',
        'CsnOnly',
        'Guest',
        'AutomatedProcess',
      ],
      { length: 40 },
    ),
    Alias: f.string('Short name.', { required: true, length: 8 }),
    CommunityNickname: f.string('Name shown in communities.', { required: true, length: 40 }),
    Phone: f.phone('Telephone number.', { length: 40 }),
    MobilePhone: f.phone('Mobile number.', { length: 40 }),
    Extension: f.phone('Extension of the telephone number.', { length: 40 }),
    Fax: f.phone('Fax number.', { length: 40 }),
    ...addressFields('', 'Address'),
    AboutMe: f.textarea('What the user says of themselves.', { length: 1000 }),
    AccountId: f.reference('Account', 'Account', 'Account of a portal user.'),
    ContactId: f.reference('Contact', 'Contact', 'Contact of a portal user.'),
    IndividualId: f.reference('Individual', 'Individual', 'The user’s privacy preferences.'),
    DelegatedApproverId: f.reference(
      null,
      ['User', 'Group'],
      'User or group that may approve in the user’s place.',
    ),
    CallCenterId: f.reference(null, 'CallCenter', 'Call centre the user works for.'),
    FederationIdentifier: f.string('Key of the user at the identity provider.', { length: 512 }),
    TimeZoneSidKey: f.picklist('Time zone, as an IANA name.', [], { required: true, length: 40 }),
    LocaleSidKey: f.picklist('Locale for dates and numbers.', [], { required: true, length: 40 }),
    LanguageLocaleKey: f.picklist('Language of the pages.', [], { required: true, length: 40 }),
    EmailEncodingKey: f.picklist('Character encoding of outgoing mail.', ['UTF-8', 'ISO-8859-1'], {
      required: true,
      length: 40,
    }),
    SenderEmail: f.email('Address outgoing mail is sent from.', { length: 80 }),
    SenderName: f.string('Name outgoing mail is sent under.', { length: 80 }),
    Signature: f.textarea('Text below outgoing mail.', { length: 1333 }),
    StayInTouchSubject: f.string('Subject of mail that asks contacts for news.', { length: 80 }),
    StayInTouchNote: f.string('Text of mail that asks contacts for news.', { length: 512 }),
    StayInTouchSignature: f.string('Text below mail that asks contacts for news.', { length: 512 }),
    OutOfOfficeMessage: f.string('Text shown while the user is away.', { length: 40 }),
    EmailPreferencesAutoBcc: f.boolean('Whether outgoing mail is copied to the user.', {
      required: true,
    }),
    EmailPreferencesAutoBccStayInTouch: f.boolean(
      'Whether mail that asks for news is copied to the user.',
      { required: true },
    ),
    EmailPreferencesStayInTouchReminder: f.boolean(
      'Whether the user is reminded to ask contacts for news.',
      { required: true },
    ),
    ReceivesInfoEmails: f.boolean('Whether the user gets news of the CRM by mail.', {
      required: true,
    }),
    ReceivesAdminInfoEmails: f.boolean('Whether the user gets administrators’ mail of the CRM.', {
      required: true,
    }),
    DigestFrequency: f.picklist('How often a digest is mailed.', frequencies, {
      required: true,
      length: 40,
    }),
    DefaultGroupNotificationFrequency: f.picklist(
      'How often mail about groups is sent.',
      ['P', ...frequencies],
      { required: true, length: 40 },
    ),
    ForecastEnabled: f.boolean('Whether the user may forecast.', { required: true }),
    JigsawImportLimitOverride: f.int('How many bought records the user may import in a month.'),
    IsExtIndicatorVisible: f.boolean('Whether others see a mark that the user is external.'),
    IsProfilePhotoActive: f.boolean('Whether the user has a picture of their own.', {
      required: true,
    }),
    BadgeText: f.string('Role of the user shown beside the picture.', { length: 80 }),
    FullPhotoUrl: f.url('Address of the large picture.', { length: 1024 }),
    MediumPhotoUrl: f.url('Address of the middle-sized picture.', { length: 1024 }),
    SmallPhotoUrl: f.url('Address of the small picture.', { length: 1024 }),
    BannerPhotoUrl: f.url('Address of the large banner.', { length: 1024 }),
    MediumBannerPhotoUrl: f.url('Address of the middle-sized banner.', { length: 1024 }),
    SmallBannerPhotoUrl: f.url('Address of the small banner.', { length: 1024 }),
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
