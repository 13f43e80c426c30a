import type { KeyRing } from '../aws/key-ring.ts';

/** Facts that CloudFormation knows before it creates a resource. */
export interface Deployment {
  region: string;
  accountId: string;
  /** Origin of the app, for instance `http://127.0.0.1:4000`. */
  baseUrl: string;
  /** Where SQS answers: the origin of queue URLs. */
  queuesUrl: string;
  /** Keys of the users and roles. */
  keys: KeyRing;
  /** Values of the templates' parameters; their defaults count where there is none. */
  parameters: Readonly<Record<string, string>>;
}
