/** Why a request or a job has failed. A job that failed with status 422 would fail again: the images are refused. */
export class Failure extends Error {
  readonly status: number;
  readonly code: string;

  /** @param message for operators, without personal data */
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}
