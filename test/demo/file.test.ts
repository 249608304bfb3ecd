import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/contract/calls/call.ts';
import type { TranscriptRecord } from '../../src/contract/calls/transcript.ts';
import { asker, openCompany, read } from './ask.ts';

const backend = openCompany();
const ask = asker(backend);
afterAll(() => backend.close());

const calls = (await ask.page('calls list')).rows as unknown as CallRecord[];
const video = calls.find(({ media }) => media === 'Video')!;
const audio = calls.find(({ media }) => media === 'Audio')!;
const media = (id: string) => ({
  filter: { callIds: [id] },
  contentSelector: { exposedFields: { media: true } },
});
const versions = await ask.soql(
  'SELECT Id, Title, FileExtension, ContentSize, Checksum, ContentDocumentId, IsLatest, VersionNumber FROM ContentVersion',
);
const attachments = await ask.soql('SELECT Id, Name, ContentType, BodyLength FROM Attachment');

describe('recordings', () => {
  it('are playable sound for every call, and picture for those with one', async () => {
    for (const { id } of [video, audio]) {
      const sound = await ask.bytes('call_audio download', media(id));
      expect(sound).toMatchObject({ contentType: 'audio/mpeg', fileName: `${id}.playback.mp3` });
      const bytes = await read(sound);
      expect(bytes).toHaveLength(sound.size);
      // An MPEG frame or a tag before it.
      expect(bytes.subarray(0, 3).toString('latin1') === 'ID3' || bytes[0] === 0xff).toBe(true);
    }
    const picture = await ask.bytes('call_video download', media(video.id));
    expect(picture.contentType).toBe('video/mp4');
    expect((await read(picture)).subarray(4, 8).toString('latin1')).toBe('ftyp');
    expect(await ask.refusal('call_video download', media(audio.id))).toMatchObject({
      status: 404,
    });
  });

  it.each(['call_audio', 'call_video'])('can be read in parts: %s', async (entity) => {
    const file = await ask.bytes(`${entity} download`, media(video.id));
    const whole = await read(file);
    expect(whole).toHaveLength(file.size);
    const last = file.size - 1;
    const edges = [0, 1, 72, 100, 57_599, 57_600, Math.floor(last * 0.8), last - 1, last];
    for (const first of edges)
      for (const length of [1, 200, 100_000]) {
        const end = Math.min(last, first + length - 1);
        expect(await read(file, first, end)).toEqual(whole.subarray(first, end + 1));
      }
  });

  it('last as long as their call, with a tone for each voice while it talks', async () => {
    const talks = await ask.page('call_transcripts list');
    const { callId, transcript } = (talks.rows as unknown as TranscriptRecord[]).find(
      (row) => new Set(row.transcript.map(({ speakerId }) => speakerId)).size > 1,
    )!;
    const { duration } = calls.find(({ id }) => id === callId)!;
    const bytes = await read(await ask.bytes('call_audio download', media(callId)));
    // A frame is 24 ms in 72 bytes; one more stands before them.
    const frames = bytes.length / 72 - 1;
    expect(Math.abs(frames * 0.024 - duration)).toBeLessThan(0.024);
    const bodyAt = (ms: number): string => {
      const frame = Math.floor(ms / 24) + 1;
      return bytes.subarray(frame * 72 + 4, (frame + 1) * 72).toString('hex');
    };
    const tones = new Map<string, Set<string>>();
    for (const { speakerId, sentences } of transcript)
      for (const { start, end } of sentences) {
        const heard = tones.get(speakerId) ?? new Set();
        tones.set(speakerId, heard);
        for (let ms = start + 24; ms < end - 24; ms += 24) heard.add(bodyAt(ms));
      }
    const silence = Buffer.alloc(68).toString('hex');
    const voices = [...tones.values()].map((heard) => [...heard].filter((one) => one !== silence));
    expect(voices.every(({ length }) => length > 0)).toBe(true);
    expect(new Set(voices.flat()).size).toBe(voices.flat().length);
  });

  it('want exactly one call and the media flag', async () => {
    expect(await ask.refusal('call_audio download', {})).toMatchObject({
      status: 400,
      body: {
        errors: [
          'filter.callIds: expected exactly one call id, 0 came',
          'contentSelector.exposedFields.media: must be true',
        ],
      },
    });
    const two = { ...media(video.id), filter: { callIds: [video.id, audio.id] } };
    expect(await ask.refusal('call_audio download', two)).toMatchObject({ status: 400 });
    expect(await ask.refusal('call_audio download', media('12345'))).toMatchObject({
      status: 404,
      body: { errors: ['Call ID 12345 was not found'] },
    });
  });
});

describe('file versions', () => {
  it('have the size and checksum their record states, and begin like files of their type', async () => {
    const signatures: Readonly<Record<string, string>> = {
      pdf: '%PDF-',
      png: '\x89PNG',
      gif: 'GIF89a',
      csv: '\xef\xbb\xbf',
      html: '<!doctype',
      json: '{',
    };
    const seen = new Set<string>();
    for (const version of versions) {
      const file = await ask.bytes('content_versions download', { id: version.Id });
      if (file.size > 1e6 || file.size === 0) continue;
      const bytes = await read(file);
      expect(bytes).toHaveLength(Number(version.ContentSize));
      expect(createHash('md5').update(bytes).digest('hex')).toBe(version.Checksum);
      expect(file.fileName).toBe(`${version.Title}.${version.FileExtension}`);
      const signature = signatures[String(version.FileExtension)] ?? '';
      expect(bytes.subarray(0, signature.length).toString('latin1')).toBe(signature);
      seen.add(String(version.FileExtension));
    }
    expect([...seen].sort()).toEqual(['csv', 'gif', 'html', 'json', 'pdf', 'png', 'txt']);
  });

  it('of pictures are whole: every chunk has its checksum', async () => {
    const version = versions.find(({ FileExtension }) => FileExtension === 'png')!;
    const bytes = await read(await ask.bytes('content_versions download', { id: version.Id }));
    const types: string[] = [];
    for (let at = 8; at < bytes.length; ) {
      const length = bytes.readUInt32BE(at);
      const body = bytes.subarray(at + 4, at + 8 + length);
      expect(bytes.readUInt32BE(at + 8 + length)).toBe(crc32(body));
      types.push(body.subarray(0, 4).toString('latin1'));
      at += 12 + length;
    }
    expect(types).toEqual(['IHDR', 'IDAT', 'IEND']);
  });

  it('come in several versions, the last one marked', () => {
    const documents = Map.groupBy(versions, (version) => version.ContentDocumentId);
    const several = [...documents.values()].filter((list) => list.length > 1);
    expect(several.length).toBeGreaterThan(3);
    for (const list of documents.values()) {
      const latest = list.filter(({ IsLatest }) => IsLatest);
      expect(latest).toHaveLength(1);
      expect(Number(latest[0]!.VersionNumber)).toBe(list.length);
    }
  });

  it('include one whose bytes are gone: no error, no bytes', async () => {
    const files = await Promise.all(
      versions.map(({ Id }) => ask.bytes('content_versions download', { id: Id })),
    );
    const empty = files.findIndex(({ size }) => size === 0);
    expect(Number(versions[empty]!.ContentSize)).toBeGreaterThan(0);
    expect(await read(files[empty]!, 0, -1)).toHaveLength(0);
  });

  it('include one of a gigabyte, whose bytes follow from their place', async () => {
    const { Id } = versions.find(({ ContentSize }) => Number(ContentSize) === 1e9)!;
    const file = await ask.bytes('content_versions download', { id: Id });
    expect(file.size).toBe(1e9);
    const whole = await read(file, 0, 399_999);
    for (const [first, last] of [
      [0, 0],
      [65_530, 65_550],
      [131_071, 196_609],
      [200_000, 399_999],
    ] as const)
      expect(await read(file, first, last)).toEqual(whole.subarray(first, last + 1));
    const block = Math.floor(999_999_000 / 65_536) * 65_536;
    expect((await read(file, block, block + 15)).toString()).toBe(
      block.toString(16).padStart(16, '0'),
    );
    expect(await read(file, 999_999_990, 999_999_999)).toHaveLength(10);
  });

  it('are known by ids of 15 and of 18 characters, and no others', async () => {
    const id = String(versions[5]!.Id);
    const short = await ask.bytes('content_versions download', { id: id.slice(0, 15) });
    expect(await read(short)).toEqual(
      await read(await ask.bytes('content_versions download', { id })),
    );
    const codes = async (entity: string, wrong: string) =>
      (await ask.refusal(`${entity} download`, { id: wrong })) as {
        status: number;
        body: { errorCode: string }[];
      };
    expect(await codes('content_versions', 'nonsense')).toMatchObject({
      status: 400,
      body: [{ errorCode: 'MALFORMED_ID' }],
    });
    expect(await codes('attachments', id)).toMatchObject({
      status: 404,
      body: [{ errorCode: 'NOT_FOUND' }],
    });
  });
});

describe('attachments', () => {
  it('have the length and type their record states', async () => {
    const types = new Set<string>();
    for (const { Id, Name, ContentType, BodyLength } of attachments) {
      const file = await ask.bytes('attachments download', { id: Id });
      expect(file.fileName).toBe(Name);
      if (file.size === 0) continue;
      expect(await read(file)).toHaveLength(Number(BodyLength));
      expect(file.contentType.split(';')[0]).toBe(ContentType);
      types.add(String(ContentType));
    }
    expect(types.size).toBe(7);
  });
});
