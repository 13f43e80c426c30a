import type { MadeImage } from './images.ts';
import { Planned } from './planned.ts';
import type {
  CallbackMisbehaviour,
  CallKind,
  CallMisbehaviour,
  ImageMisbehaviour,
  JobKind,
  JobMisbehaviour,
} from './stand-in.ts';

/** The misbehaviours of a stand-in that are planned and have not happened yet. */
export class Misbehaviours {
  readonly calls = new Planned<CallKind, CallMisbehaviour>();
  readonly jobs = new Planned<JobKind, JobMisbehaviour>();
  readonly callbacks = new Planned<'next', CallbackMisbehaviour>();
  readonly images = new Planned<'next', ImageMisbehaviour>();
  #lastImage: MadeImage | undefined;

  /** The image that is made next, with its misbehaviour. A duplicate has the prompt and the seed of the one before. */
  nextImage(prompt: string, seed: number): MadeImage {
    const misbehaviour = this.images.next('next');
    const repeated = misbehaviour === 'duplicate' ? this.#lastImage : undefined;
    this.#lastImage = { prompt: repeated?.prompt ?? prompt, seed: repeated?.seed ?? seed };
    return { ...this.#lastImage, ...(misbehaviour && { misbehaviour }) };
  }
}
