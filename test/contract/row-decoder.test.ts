import { describe, expect, it } from 'vitest';
import { calls, callsExtensive } from '../../src/contract/calls/call.ts';
import { buildCrmModel } from '../../src/contract/crm/model.ts';
import { SwitchboardError } from '../../src/errors.ts';

const model = buildCrmModel();
const contact = model.object('Contact')!;

const wrong = expect.any(SwitchboardError);

describe('a row', () => {
  it('of the CRM holds what the graph shows, in its parents and children as well', () => {
    const row = {
      Id: '003000000000001',
      Name: 'Ada',
      Email: ' ada@acme.example ',
      CreatedDate: '2026-11-01T17:30:00.000+0000',
      Account: { Name: 'Acme', NumberOfEmployees: 12, CreatedDate: 'yesterday' },
      MailingAddress: { city: 'Ulm', latitude: '48' },
      Tasks: { records: [{ Subject: 7, ActivityDate: '2026-02-30' }], totalSize: 1, done: true },
      Unknown__c: 5,
    };
    contact.entity.decode?.(row);
    expect(row).toEqual({
      Id: '003000000000001',
      Name: 'Ada',
      Email: 'ada@acme.example',
      CreatedDate: '2026-11-01T17:30:00.000Z',
      Account: { Name: 'Acme', NumberOfEmployees: 12, CreatedDate: wrong },
      MailingAddress: { city: 'Ulm', latitude: wrong },
      Tasks: { records: [{ Subject: wrong, ActivityDate: wrong }], totalSize: 1, done: true },
      Unknown__c: 5,
    });
  });

  it('of the call platform holds it wherever a declaration says that it stands', () => {
    const row = {
      metaData: {
        id: '1',
        started: '2026-11-01T10:30:00-07:00',
        duration: 'long',
        url: 'javascript:1',
      },
      parties: [{ id: 77n, emailAddress: 'no address', context: [{ objects: [{ objectId: 5 }] }] }],
      content: { topics: [{ name: 3, duration: 1.5 }] },
    };
    callsExtensive.decode(row);
    expect(row).toEqual({
      metaData: { id: '1', started: '2026-11-01T17:30:00.000Z', duration: wrong, url: wrong },
      parties: [{ id: '77', emailAddress: wrong, context: [{ objects: [{ objectId: '5' }] }] }],
      content: { topics: [{ name: wrong, duration: 1.5 }] },
    });
  });

  it('shares its errors with all rows that are wrong alike, so that a wrong answer is not kept with a stack for each value', () => {
    const rows: Record<string, unknown>[] = [
      { title: 1, purpose: 2 },
      { title: 3 },
      { title: true },
    ];
    for (const row of rows) calls.decode(row);
    expect(rows[1]?.title).toBe(rows[0]?.title);
    expect(rows[0]?.purpose).toBe(rows[0]?.title);
    expect(rows[2]?.title).not.toBe(rows[0]?.title);
  });

  it('stays as it is when it is decoded again, errors included', () => {
    const row: Record<string, unknown> = { id: '1', started: 12, title: 'Intro', duration: 60 };
    calls.decode(row);
    const once = { ...row };
    calls.decode(row);
    expect(row).toEqual(once);
    expect(row.started).toBe(once.started);
  });
});
