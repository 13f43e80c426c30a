import { OPERATOR } from '../key-ring.ts';
import type { Access, Authorizer } from './authorizer.ts';
import { identifyCaller, type KeyAuthority, type SignedRequest } from './caller.ts';

/** What stands before a service: nothing passes without a signature, nor without a grant of the templates. */
export class AccessControl {
  readonly #authority: KeyAuthority;
  readonly #authorizer: Authorizer;

  constructor(authority: KeyAuthority, authorizer: Authorizer) {
    this.#authority = authority;
    this.#authorizer = authorizer;
  }

  /**
   * Lets a request pass.
   * @param service as signatures name it: `dynamodb`
   * @param accessesOf what the request is about to do; not asked when it is the operator's, who may do everything
   * @throws AwsError otherwise
   */
  admit(service: string, request: SignedRequest, accessesOf: () => readonly Access[]): void {
    const { owner } = identifyCaller(request, service, this.#authority);
    if (owner !== OPERATOR) this.#authorizer.authorize(owner, accessesOf());
  }
}
