import { renderSizes } from '../images/image-sizes.ts';
import { subjectKey, subjectsPrefix, uploadKey } from '../images/keys.ts';
import type { ImageStore } from '../images/store.ts';
import { type Clock, SECOND } from '../platform/clock.ts';
import type {
  GenerationRequest,
  GenerationState,
  Provider,
  TrainingRequest,
  TrainingState,
} from './provider.ts';
import { bestSubjects, subjectName, uploadIdOf } from './studio/best-subjects.ts';
import { composeHeadshot } from './studio/compose-headshot.ts';
import { prepareSubject } from './studio/prepare-subject.ts';
import { shotOf, subjectFor } from './studio/shots.ts';
import { decodeSubject, encodeSubject } from './studio/subject.ts';

/** The time for which one poll prepares uploads before it reports that the training is running. */
const STEP_BUDGET = 15 * SECOND;

/**
 * Makes photos from the member's own uploads: upright, framed, cut out and put before a studio backdrop, or with their own
 * background out of focus when the cut is not sure. It does not train: its "training" cuts out and judges each upload once,
 * and stores the result beside it. The photos show the best uploads.
 */
export class StudioProvider implements Provider {
  readonly name = 'studio';
  readonly #store: ImageStore;
  readonly #clock: Clock;

  constructor(store: ImageStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async train(request: TrainingRequest): Promise<string> {
    return request.key;
  }

  async pollTraining(request: TrainingRequest): Promise<TrainingState> {
    const stepEnd = this.#clock.now() + STEP_BUDGET;
    const prefix = subjectsPrefix(request);
    const stored = (await this.#store.list(prefix)).map((key) => key.slice(prefix.length));
    const prepared = stored.filter((name) => uploadIdOf(name) !== undefined);
    for (const uploadId of request.uploadIds) {
      if (prepared.some((name) => uploadIdOf(name) === uploadId)) continue;
      if (this.#clock.now() >= stepEnd) return { status: 'running', pollSeconds: 1, worksInPoll: true };
      const subject = await prepareSubject(await this.#store.read(uploadKey(request, uploadId)));
      const name = subjectName(uploadId, subject.worth);
      await this.#store.write(subjectKey(request, name), encodeSubject(subject), 'application/octet-stream');
      prepared.push(name);
    }
    return { status: 'succeeded', modelRef: bestSubjects(prepared).join(',') };
  }

  async generate(request: GenerationRequest): Promise<string> {
    return request.key;
  }

  async pollGeneration(request: GenerationRequest): Promise<GenerationState> {
    const subjects = request.modelRef.split(',');
    return {
      status: 'succeeded',
      images: request.shots.map((shot) => {
        const name = subjectFor(shot, subjects);
        const uploadId = uploadIdOf(name);
        return {
          ...(uploadId !== undefined && { uploadId }),
          make: async () => {
            const subject = decodeSubject(await this.#store.read(subjectKey(request, name)));
            const sizes = await renderSizes(await composeHeadshot(subject, shotOf(shot)));
            return { sizes, keepsBackground: subject.doubts.length > 0 };
          },
        };
      }),
    };
  }
}
