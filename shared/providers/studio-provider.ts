import { subjectKey, subjectsPrefix, uploadKey } from '../photos/keys.ts';
import { renderSizes } from '../photos/picture-sizes.ts';
import type { PictureStore } from '../photos/store.ts';
import { type Clock, SECOND } from '../platform/clock.ts';
import type {
  GenerationRequest,
  GenerationState,
  Provider,
  TrainingRequest,
  TrainingState,
} from './provider.ts';
import { composeHeadshot } from './studio/compose-headshot.ts';
import { shotList } from './studio/shots.ts';
import { decodeSubject, encodeSubject, prepareSubject } from './studio/subject.ts';

/** How long one step prepares uploads before it reports that it is still at it. */
const STEP_BUDGET = 15 * SECOND;

/**
 * Headshots from the member's own uploads: each is set upright, framed, cut out and put before a studio
 * backdrop. It retouches; it does not train. What takes a while, finding and cutting out the person, is its
 * "training", done once per upload and kept beside it.
 */
export class StudioProvider implements Provider {
  readonly #store: PictureStore;
  readonly #clock: Clock;

  constructor(store: PictureStore, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  async train(request: TrainingRequest): Promise<string> {
    return request.key;
  }

  async pollTraining(request: TrainingRequest): Promise<TrainingState> {
    const stepEnd = this.#clock.now() + STEP_BUDGET;
    const prepared = new Set(await this.#store.list(subjectsPrefix(request)));
    for (const uploadId of request.uploadIds) {
      const key = subjectKey(request, uploadId);
      if (prepared.has(key)) continue;
      if (this.#clock.now() >= stepEnd) return { status: 'running', pollSeconds: 1 };
      const subject = await prepareSubject(await this.#store.read(uploadKey(request, uploadId)));
      await this.#store.write(key, await encodeSubject(subject), 'application/octet-stream');
    }
    return { status: 'succeeded' };
  }

  async generate(request: GenerationRequest): Promise<string> {
    return request.key;
  }

  async pollGeneration(request: GenerationRequest): Promise<GenerationState> {
    const shots = shotList(request.shotCount);
    return {
      status: 'succeeded',
      pictures: request.shots.map((number) => ({
        sizes: async () => {
          const uploadId = request.uploadIds[number % request.uploadIds.length];
          const shot = shots[number];
          if (uploadId === undefined || !shot) throw new Error(`There is no shot ${number}.`);
          const subject = await decodeSubject(await this.#store.read(subjectKey(request, uploadId)));
          return renderSizes(await composeHeadshot(subject, shot));
        },
      })),
    };
  }
}
