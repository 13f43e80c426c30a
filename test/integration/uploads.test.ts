import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { drawPortrait } from '../../demo/portraits.ts';
import { announceFiles, type PhotoFile, postFile, uploadPhoto } from '../../local/partner/member.ts';
import { drawGroup } from '../support/drawn-photos.ts';
import { createModel, freshTenant, openMember, plainPhoto, uploadPlainPhotos } from '../support/tenant.ts';

const noise = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });

function file(name: string, type: string, bytes: Uint8Array): PhotoFile {
  return { name, type, bytes };
}

describe('uploads', () => {
  test('an upload is accepted or refused by its content, with the reason, and does not affect others', async () => {
    const member = await openMember(await createModel(await freshTenant()));
    const large = await noise(4000, 3000).jpeg({ quality: 80 }).toBuffer();
    const cases: [PhotoFile, string | undefined][] = [
      [file('large.jpg', 'image/jpeg', large), undefined],
      [
        file(
          'turned.jpg',
          'image/jpeg',
          await noise(900, 600).withMetadata({ orientation: 6 }).jpeg().toBuffer(),
        ),
        undefined,
      ],
      [file('image.png', 'image/png', await noise(700, 800).png().toBuffer()), undefined],
      [file('image.webp', 'image/webp', await noise(700, 800).webp().toBuffer()), undefined],
      [file('cut-off.jpg', 'image/jpeg', large.subarray(0, large.length / 3)), 'incomplete|corrupt|damaged'],
      [file('letter.jpg', 'image/jpeg', Buffer.from('Dear all, this is no photo.')), 'not a|JPEG'],
      [file('stamp.jpg', 'image/jpeg', await noise(64, 64).jpeg().toBuffer()), '64 × 64.*512'],
    ];
    for (const [photo, reason] of cases) {
      const result = await uploadPhoto(member, photo);
      expect([photo.name, result.status]).toEqual([
        photo.name,
        reason === undefined ? 'accepted' : 'refused',
      ]);
      if (reason !== undefined) expect(result.reason).toMatch(new RegExp(reason, 'i'));
    }
    const { uploads } = await member.expect<{ uploads: { status: string; reason?: string }[] }>(
      'GET',
      '/api/member',
    );
    expect(uploads.map(({ status }) => status)).toEqual([
      ...Array(4).fill('accepted'),
      ...Array(3).fill('refused'),
    ]);
  });

  test('an upload of several people and a duplicate are refused with a code, and only another photo counts', async () => {
    const member = await openMember(await createModel(await freshTenant()));
    const portrait = file('me.jpg', 'image/jpeg', await drawPortrait(2, { width: 800, height: 1000 }));
    const group = file('us.jpg', 'image/jpeg', await drawGroup());
    expect(await uploadPhoto(member, group)).toMatchObject({
      status: 'refused',
      reasonCode: 'several-people',
      reason: expect.stringContaining('2 people'),
    });
    const judged = await Promise.all([uploadPhoto(member, portrait), uploadPhoto(member, portrait)]);
    expect(judged.map(({ status }) => status).toSorted()).toEqual(['accepted', 'refused']);
    expect(await uploadPhoto(member, portrait)).toMatchObject({ reasonCode: 'duplicate' });
    const { uploads } = await member.expect<{ uploads: { status: string; reasonCode?: string }[] }>(
      'GET',
      '/api/member',
    );
    expect(uploads.map(({ status, reasonCode }) => reasonCode ?? status).toSorted()).toEqual([
      'accepted',
      'duplicate',
      'duplicate',
      'several-people',
    ]);
  });

  test('files of a wrong type, size or number are rejected before they are uploaded', async () => {
    const member = await openMember(await createModel(await freshTenant()));
    const announce = async (files: unknown) => {
      const { status, body } = await member.call('POST', '/api/member/uploads', { files });
      return [status, body.code, body.error];
    };
    const huge = { name: 'huge.jpg', type: 'image/jpeg', size: 60 * 1024 * 1024 };
    expect(await announce([huge])).toEqual([
      400,
      'INVALID_REQUEST',
      expect.stringContaining('at most 50 MB'),
    ]);
    const heic = { name: 'IMG_1.HEIC', type: 'image/heic', size: 5000 };
    expect(await announce([heic])).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('HEIC')]);
    expect(await announce([])).toEqual([400, 'INVALID_REQUEST', expect.stringContaining('files')]);
    const good = { name: 'a.jpg', type: 'image/jpeg', size: 5000 };
    expect((await announce(Array(20).fill(good)))[0]).toBe(200);
    expect(await announce(Array(6).fill(good))).toEqual([
      400,
      'INVALID_REQUEST',
      expect.stringContaining('at most 25 photos'),
    ]);
    expect((await announce(Array(5).fill(good)))[0]).toBe(200);
  });

  test('S3 accepts only the announced key, type and size of an upload', async () => {
    const member = await openMember(await createModel(await freshTenant()));
    const photo = await plainPhoto(10);
    const [form] = await announceFiles(member, [photo]);
    if (!form) throw new Error('The service answered no upload form for the announced file.');
    const larger = { ...photo, bytes: new Uint8Array([...photo.bytes, 0]) };
    expect((await postFile(form, larger)).ok).toBe(false);
    const otherKey = { ...form, fields: { ...form.fields, key: `${form.fields.key}-other` } };
    expect((await postFile(otherKey, photo)).status).toBe(403);
    const otherType = { ...form, fields: { ...form.fields, 'Content-Type': 'text/html' } };
    expect((await postFile(otherType, photo)).status).toBe(403);
    const early = await member.call('POST', `/api/member/uploads/${form.id}/complete`, {});
    expect([early.status, early.body.error]).toEqual([400, expect.stringContaining('Nothing has arrived')]);
    expect((await postFile(form, photo)).ok).toBe(true);
    const judged = await member.expect('POST', `/api/member/uploads/${form.id}/complete`, {});
    expect(judged).toMatchObject({ upload: { id: form.id, status: 'accepted' } });
    // A caller that lost the answer repeats the request.
    expect(await member.expect('POST', `/api/member/uploads/${form.id}/complete`, {})).toEqual(judged);
  });

  test('a removed upload no longer counts, and another member cannot remove it', async () => {
    const tenant = await freshTenant();
    const [member, stranger] = [
      await openMember(await createModel(tenant)),
      await openMember(await createModel(tenant)),
    ];
    await uploadPlainPhotos(member, 4);
    const { uploads } = await member.expect<{ uploads: { id: string }[] }>('GET', '/api/member');
    const id = uploads[0]?.id;
    const foreign = await stranger.call('DELETE', `/api/member/uploads/${id}`);
    const unknown = await stranger.call('DELETE', '/api/member/uploads/upl_00000000000000000000000000');
    expect([foreign.status, foreign.body]).toEqual([404, unknown.body]);
    await member.expect('DELETE', `/api/member/uploads/${id}`);
    expect((await member.call('DELETE', `/api/member/uploads/${id}`)).status).toBe(404);
    const early = await member.call('POST', '/api/member/onboarding', { trigger: 'person' });
    expect([early.status, early.body.code]).toEqual([400, 'INVALID_REQUEST']);
  });
});
