import type { KeyRing } from '../aws/key-ring.ts';

/** Values that CloudFormation knows before it creates a resource. */
export interface Deployment {
  region: string;
  accountId: string;
  /** Origin of the app, for instance `http://127.0.0.1:4000`. */
  baseUrl: string;
  /** The SQS endpoint, which is the origin of queue URLs. */
  queuesUrl: string;
  /** Keys of the users and roles. */
  keys: KeyRing;
  /** Values of the templates' parameters; a missing value has the template's default. */
  parameters: Readonly<Record<string, string>>;
}
