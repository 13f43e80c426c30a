import sharp from 'sharp';
import { DAY, isoTime, SECOND } from '../../../shared/platform/clock.ts';
import type { MadeImage } from '../images.ts';
import { Misbehaviours } from '../misbehaviours.ts';
import type { CallbackMisbehaviour, JobKind, StandInOptions } from '../stand-in.ts';
import { BASE_TUNE, type ListQuery, type PromptFields, type TuneFields } from './requests.ts';

const KEPT = 30 * DAY;
/** The share of a job's time that it waits for a machine. */
const QUEUED_SHARE = 0.1;

interface StoredJob {
  id: number;
  kind: JobKind;
  createdAt: number;
  seconds: number;
  /** Astria has no word for a training that fails: it is never trained. */
  endless: boolean;
  callback?: string | undefined;
  callbackMisbehaviour?: CallbackMisbehaviour | undefined;
  /** The time at which its deletion is carried out. */
  goneAt?: number;
}

export interface StoredTune extends StoredJob {
  kind: 'training';
  fields: TuneFields;
}

export interface StoredPrompt extends StoredJob {
  kind: 'generation';
  tuneId: number;
  fields: PromptFields;
  images: MadeImage[];
  userError?: string;
}

export type StoredEntity = StoredTune | StoredPrompt;

/** A call that Astria's validations refuse, with its status. */
export class Invalid extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Everything that Astria keeps for one account. Jobs advance with the clock. */
export class Account {
  readonly misbehaviours = new Misbehaviours();
  readonly billed: Record<JobKind, number> = { training: 0, generation: 0 };
  /** From the answer to a deletion until it is carried out. */
  deletionSeconds = 0;
  /** The documentation heads the page on deleting prompts with one path, and its examples call the other. */
  promptsAreDeletedAt: 'example' | 'heading' = 'example';
  readonly #options: StandInOptions;
  readonly #entities = new Map<number, StoredEntity>();
  #lastId = 700_000;

  constructor(options: StandInOptions) {
    this.#options = options;
  }

  get now(): number {
    return this.#options.clock.now();
  }

  /** @throws Invalid when an image cannot be read. */
  async addTune(fields: TuneFields): Promise<StoredTune> {
    for (const image of fields.images) {
      const { format } = await sharp(await image.arrayBuffer())
        .metadata()
        .catch(() => ({ format: undefined }));
      if (format !== 'jpeg' && format !== 'png') throw new Invalid(422, '{"images":["is not an image"]}');
    }
    const seconds = this.#options.trainingSeconds;
    const tune = { ...this.#newJob('training', seconds, fields.callback), kind: 'training' as const, fields };
    return this.#keep(tune, fields.branch !== 'fast');
  }

  /** @throws Invalid when the tune cannot be prompted. */
  addPrompt(tuneId: number, fields: PromptFields): StoredPrompt {
    const tune = this.tune(tuneId);
    if (tuneId !== BASE_TUNE && !tune) throw new Invalid(404, '{"error":"Not found"}');
    const isMock = tune?.fields.branch === 'fast';
    if (tune?.fields.model_type === 'lora' && !isMock) {
      throw new Invalid(422, '{"tune":["model_type=lora is not supported. Use a checkpoint instead"]}');
    }
    const [, lora] = /<lora:(\d+):[\d.]+>/.exec(fields.text) ?? [];
    const seed = fields.seed ?? this.#lastId;
    const prompt: StoredPrompt = {
      ...this.#newJob('generation', this.#options.generationSeconds, fields.callback),
      kind: 'generation',
      tuneId,
      fields,
      images: Array.from({ length: fields.num_images }, (_, at) =>
        this.misbehaviours.nextImage(fields.text, seed + at),
      ),
    };
    if (lora !== undefined && !this.tune(Number(lora))?.fields) {
      prompt.userError = `LoRA ${lora} was not found`;
    }
    return this.#keep(prompt, !isMock);
  }

  tune(id: number): StoredTune | undefined {
    const found = this.#living(id);
    return found?.kind === 'training' ? found : undefined;
  }

  /** @param tuneId the tune to which it was posted, where the path has one */
  prompt(id: number, tuneId?: number): StoredPrompt | undefined {
    const found = this.#living(id);
    if (found?.kind !== 'generation') return undefined;
    return tuneId === undefined || found.tuneId === tuneId ? found : undefined;
  }

  list<Kind extends JobKind>(kind: Kind, { limit, before_id, offset }: ListQuery) {
    return this.entities()
      .filter((entity): entity is Extract<StoredEntity, { kind: Kind }> => entity.kind === kind)
      .filter(({ id }) => before_id === undefined || id < before_id)
      .sort((a, b) => b.id - a.id)
      .slice(offset, offset + limit);
  }

  /** Deletes a tune or a prompt. The prompts of a LoRA stay, as they belong to the base model. */
  delete(entity: StoredEntity): void {
    for (const other of this.#entities.values()) {
      const isOfTune = other.kind === 'generation' && other.tuneId === entity.id;
      if (other === entity || isOfTune) other.goneAt ??= this.now + this.deletionSeconds * SECOND;
    }
  }

  entities(): StoredEntity[] {
    return [...this.#entities.keys()].flatMap((id) => this.#living(id) ?? []);
  }

  hasEnded(job: StoredEntity): boolean {
    return !job.endless && this.now >= job.createdAt + job.seconds * SECOND;
  }

  /** The times by which Astria tells the state of a job. */
  times(job: StoredEntity) {
    const ended = job.createdAt + job.seconds * SECOND;
    const started = job.createdAt + job.seconds * QUEUED_SHARE * SECOND;
    return {
      created_at: isoTime(job.createdAt),
      updated_at: isoTime(this.hasEnded(job) ? ended : job.createdAt),
      started_training_at: this.now >= started ? isoTime(started) : null,
      trained_at: this.hasEnded(job) ? isoTime(ended) : null,
      eta: isoTime(ended),
      expires_at: this.hasEnded(job) ? isoTime(ended + KEPT) : null,
    };
  }

  #keep<Entity extends StoredEntity>(entity: Entity, isBilled: boolean): Entity {
    if (isBilled) this.billed[entity.kind] += 1;
    const misbehaviour = this.misbehaviours.jobs.next(entity.kind);
    if (misbehaviour === 'lost') return entity;
    entity.endless = misbehaviour === 'never-ends' || misbehaviour === 'fails';
    if (misbehaviour === 'refused') {
      if (entity.kind === 'generation') entity.userError = 'The prompt violates the content policy.';
      else entity.endless = true;
    }
    this.#entities.set(entity.id, entity);
    return entity;
  }

  #newJob(kind: JobKind, seconds: number, callback: string | undefined) {
    this.#lastId += 1;
    const callbackMisbehaviour =
      callback === undefined ? undefined : this.misbehaviours.callbacks.next('next');
    const job = { id: this.#lastId, kind, createdAt: this.now, seconds, callback, callbackMisbehaviour };
    return { ...job, endless: false };
  }

  /** Everything is deleted 30 days after the end of the training. */
  #living(id: number): StoredEntity | undefined {
    const entity = this.#entities.get(id);
    if (!entity) return undefined;
    const { createdAt, seconds, goneAt = createdAt + seconds * SECOND + KEPT } = entity;
    return this.now < goneAt ? entity : undefined;
  }
}
