import { type Answer, type Api, ApiError } from '../service/api.ts';
import { type Form, postForm } from './post-form.ts';

export type Verdict = Answer<'POST /api/member/uploads/{uploadId}/complete'>['upload'];

/** The calls by which a photo is uploaded. Each is safe to repeat. */
export interface UploadService {
  /**
   * Creates the upload of a file.
   * @param key the same for every try of one file, so that a lost answer creates no second upload
   * @throws ApiError.
   */
  create(file: File, key: string): Promise<Form & { id: string }>;
  /** Posts the file to S3. @throws ApiError. */
  post(form: Form, file: File, signal: AbortSignal, sent: (fraction: number) => void): Promise<void>;
  /** Has a posted file checked. @throws ApiError. */
  judge(id: string): Promise<Verdict>;
  /** Deletes an upload; without effect when there is none. @throws ApiError. */
  remove(id: string): Promise<void>;
}

export function uploadService(api: Api): UploadService {
  return {
    async create({ name, type, size }, idempotencyKey) {
      const { uploads } = await api.call('POST /api/member/uploads', {
        body: { files: [{ name, type, size }] },
        idempotencyKey,
      });
      const [form] = uploads;
      if (!form) throw new ApiError('INTERNAL_ERROR');
      return form;
    },
    post: postForm,
    async judge(id) {
      return (await api.call('POST /api/member/uploads/{uploadId}/complete', { path: { uploadId: id } }))
        .upload;
    },
    async remove(id) {
      try {
        await api.call('DELETE /api/member/uploads/{uploadId}', { path: { uploadId: id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'NOT_FOUND')) throw error;
      }
    },
  };
}
