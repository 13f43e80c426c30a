/** The characters of a provider's error that are kept for operators. */
export const KEPT_ERROR = 200;

/** The provider has not carried out the call, since it is busy: repeat it after a pause. */
export class ProviderBusy extends Error {
  override readonly name = 'ProviderBusy';
  /** Whole seconds. */
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** The provider has not answered as it should, so that it is not known whether the call was carried out. */
export class ProviderUnavailable extends Error {
  override readonly name = 'ProviderUnavailable';
}

/** The provider has ended a job without a result, or has lost it. Another run of the model may succeed. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed';
}

/** The provider refuses the photos or the request. Another run would end in the same way. */
export class ProviderRefused extends Error {
  override readonly name = 'ProviderRefused';
}

/** Most photos do not look like the person. Another run would end in the same way. */
export class LikenessTooLow extends Error {
  override readonly name = 'LikenessTooLow';
}

/** An image of the provider cannot be shown: it is gone, is no image, or does not show one person well. */
export class UnusableImage extends Error {
  override readonly name = 'UnusableImage';
}
