import * as z from 'zod';

export const UPLOAD_REASON_CODES = [
  'empty',
  'too-many-bytes',
  'not-an-image',
  'unsupported-format',
  'too-few-pixels',
  'too-many-pixels',
  'too-much-metadata',
  'damaged',
  'check-failed',
  'screenshot',
  'no-face',
  'several-people',
  'face-cut-off',
  'face-too-small',
  'blurry',
  'another-person',
  'duplicate',
] as const;

export const uploadReasonCode = z.enum(UPLOAD_REASON_CODES).meta({
  id: 'UploadReasonCode',
  description: [
    'Why an upload was refused, for programs.',
    'empty, too-many-bytes, not-an-image, unsupported-format, too-few-pixels, too-many-pixels, too-much-metadata, damaged: the file.',
    'check-failed: it could not be checked, three times.',
    'screenshot: it is one of a screen. no-face: no face was found in a photo. several-people: more than one person.',
    'face-cut-off: the face reaches beyond the edge. face-too-small, blurry: the face.',
    'another-person: it seems to show another person than the accepted uploads of the model.',
    'duplicate: another accepted upload of the model shows the same. More codes may follow.',
  ].join(' '),
  examples: ['several-people'],
});
export type UploadReasonCode = z.infer<typeof uploadReasonCode>;
