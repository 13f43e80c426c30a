import type { Account, StoredEntity, StoredPrompt, StoredTune } from './account.ts';

/** A tune or a prompt as Astria shows it, in responses and in callbacks. */
export function viewOf(account: Account, entity: StoredEntity, origin: string) {
  return entity.kind === 'training' ? tuneView(account, entity, origin) : promptView(account, entity, origin);
}

function tuneView(account: Account, tune: StoredTune, origin: string) {
  const { id, fields } = tune;
  return {
    id,
    title: fields.title,
    name: fields.name,
    token: fields.token ?? 'ohwx',
    base_tune_id: fields.base_tune_id ?? null,
    args: null,
    steps: fields.steps ?? null,
    face_crop: fields.face_crop ?? null,
    ckpt_url: null,
    ckpt_urls: [],
    branch: fields.branch ?? 'flux1',
    model_type: fields.model_type ?? null,
    ...account.times(tune),
    url: `${origin}/tunes/${id}.json`,
    orig_images: fields.images.map((_, at) => `${origin}/tunes/${id}/images/${at}`),
  };
}

function promptView(account: Account, prompt: StoredPrompt, origin: string) {
  const { id, tuneId, fields, images, userError } = prompt;
  const { eta: _eta, expires_at: _expires, ...times } = account.times(prompt);
  const isMade = account.hasEnded(prompt) && userError === undefined;
  return {
    id,
    callback: fields.callback ?? null,
    text: fields.text,
    negative_prompt: fields.negative_prompt ?? '',
    cfg_scale: fields.cfg_scale ?? null,
    steps: fields.steps ?? null,
    seed: fields.seed ?? null,
    num_images: fields.num_images,
    ...times,
    ...(account.hasEnded(prompt) && userError !== undefined && { user_error: userError }),
    tune_id: tuneId,
    url: `${origin}/tunes/${tuneId}/prompts/${id}.json`,
    images: isMade ? images.map((_, at) => `${origin}/images/${id}/${at}.jpg`) : [],
  };
}
