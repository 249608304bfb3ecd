/** CRM users: who owns records and works with them. */

import { addressFields, audit, viewed } from '../common.ts';
import {
  boolean,
  children,
  datetime,
  defineObject,
  email,
  int,
  phone,
  picklist,
  reference,
  string,
  textarea,
  url,
} from '../define.ts';

const frequencies = ['D', 'W', 'N'];

// Users are never deleted, only made inactive.
const { IsDeleted: _, ...stamps } = audit;

export const user = defineObject({
  object: 'User',
  typeName: 'CrmUser',
  entity: 'query',
  keyPrefix: '005',
  nameField: 'Name',
  description: 'A user of the CRM. Never deleted, only made inactive.',
  fields: {
    Name: string('Full name, made of its parts; read-only.', { required: true, length: 121 }),
    FirstName: string('First name.', { length: 40 }),
    LastName: string('Last name.', { required: true, length: 80 }),
    Username: string('Name to log in with, in the form of an e-mail address.', {
      required: true,
      length: 80,
    }),
    Email: email('E-mail address.', { required: true, length: 128, ofPerson: true }),
    IsActive: boolean('Whether the user may log in.', { required: true }),
    Title: string('Job title.', { length: 80 }),
    Department: string('Department.', { length: 80 }),
    Division: string('Division.', { length: 80 }),
    CompanyName: string('Company.', { length: 80 }),
    EmployeeNumber: string('Number of the employee.', { length: 20 }),
    ManagerId: reference('Manager', 'User', 'The user’s superior.'),
    UserRoleId: reference('UserRole', 'UserRole', 'Place in the role hierarchy.'),
    ProfileId: reference('Profile', 'Profile', 'Profile that sets what the user may do.', {
      required: true,
    }),
    UserType: picklist(
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
    Alias: string('Short name.', { required: true, length: 8 }),
    CommunityNickname: string('Name shown in communities.', { required: true, length: 40 }),
    Phone: phone('Telephone number.', { length: 40 }),
    MobilePhone: phone('Mobile number.', { length: 40 }),
    Extension: phone('Extension of the telephone number.', { length: 40 }),
    Fax: phone('Fax number.', { length: 40 }),
    ...addressFields('', 'Address'),
    AboutMe: textarea('What the user says of themselves.', { length: 1000 }),
    AccountId: reference('Account', 'Account', 'Account of a portal user.'),
    ContactId: reference('Contact', 'Contact', 'Contact of a portal user.'),
    IndividualId: reference('Individual', 'Individual', 'The user’s privacy preferences.'),
    DelegatedApproverId: reference(
      null,
      ['User', 'Group'],
      'User or group that may approve in the user’s place.',
    ),
    CallCenterId: reference(null, 'CallCenter', 'Call centre the user works for.'),
    FederationIdentifier: string('Key of the user at the identity provider.', { length: 512 }),
    TimeZoneSidKey: picklist('Time zone, as an IANA name.', [], { required: true, length: 40 }),
    LocaleSidKey: picklist('Locale for dates and numbers.', [], { required: true, length: 40 }),
    LanguageLocaleKey: picklist('Language of the pages.', [], { required: true, length: 40 }),
    EmailEncodingKey: picklist('Character encoding of outgoing mail.', ['UTF-8', 'ISO-8859-1'], {
      required: true,
      length: 40,
    }),
    SenderEmail: email('Address outgoing mail is sent from.', { length: 80 }),
    SenderName: string('Name outgoing mail is sent under.', { length: 80 }),
    Signature: textarea('Text below outgoing mail.', { length: 1333 }),
    StayInTouchSubject: string('Subject of mail that asks contacts for news.', { length: 80 }),
    StayInTouchNote: string('Text of mail that asks contacts for news.', { length: 512 }),
    StayInTouchSignature: string('Text below mail that asks contacts for news.', { length: 512 }),
    OutOfOfficeMessage: string('Text shown while the user is away.', { length: 40 }),
    EmailPreferencesAutoBcc: boolean('Whether outgoing mail is copied to the user.', {
      required: true,
    }),
    EmailPreferencesAutoBccStayInTouch: boolean(
      'Whether mail that asks for news is copied to the user.',
      { required: true },
    ),
    EmailPreferencesStayInTouchReminder: boolean(
      'Whether the user is reminded to ask contacts for news.',
      { required: true },
    ),
    ReceivesInfoEmails: boolean('Whether the user gets news of the CRM by mail.', {
      required: true,
    }),
    ReceivesAdminInfoEmails: boolean('Whether the user gets administrators’ mail of the CRM.', {
      required: true,
    }),
    DigestFrequency: picklist('How often a digest is mailed.', frequencies, {
      required: true,
      length: 40,
    }),
    DefaultGroupNotificationFrequency: picklist(
      'How often mail about groups is sent.',
      ['P', ...frequencies],
      { required: true, length: 40 },
    ),
    ForecastEnabled: boolean('Whether the user may forecast.', { required: true }),
    JigsawImportLimitOverride: int('How many bought records the user may import in a month.'),
    IsExtIndicatorVisible: boolean('Whether others see a mark that the user is external.'),
    IsProfilePhotoActive: boolean('Whether the user has a picture of their own.', {
      required: true,
    }),
    BadgeText: string('Role of the user shown beside the picture.', { length: 80 }),
    FullPhotoUrl: url('Address of the large picture.', { length: 1024 }),
    MediumPhotoUrl: url('Address of the middle-sized picture.', { length: 1024 }),
    SmallPhotoUrl: url('Address of the small picture.', { length: 1024 }),
    BannerPhotoUrl: url('Address of the large banner.', { length: 1024 }),
    MediumBannerPhotoUrl: url('Address of the middle-sized banner.', { length: 1024 }),
    SmallBannerPhotoUrl: url('Address of the small banner.', { length: 1024 }),
    LastLoginDate: datetime('When the user last logged in.'),
    LastPasswordChangeDate: datetime('When the password was last changed.'),
    NumberOfFailedLogins: int('How often logging in has failed since it last worked.'),
    OfflineTrialExpirationDate: datetime('When the trial of the offline edition ends.'),
    OfflinePdaTrialExpirationDate: datetime('When the trial of the mobile edition ends.'),
    ...viewed,
    ...stamps,
  },
  children: {
    ManagedUsers: children('User', 'ManagerId', 'Users who report to this one.'),
    DelegatedUsers: children(
      'User',
      'DelegatedApproverId',
      'Users in whose place this one may approve.',
    ),
    ContractsSigned: children('Contract', 'CompanySignedId', 'Contracts the user signed.'),
    OwnedContentDocuments: children('ContentDocument', 'OwnerId', 'Files the user owns.'),
    ContentDocumentLinks: children(
      'ContentDocumentLink',
      'LinkedEntityId',
      'Links to files shared with the user.',
    ),
  },
});
