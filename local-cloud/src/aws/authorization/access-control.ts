import { OPERATOR } from '../key-ring.ts';
import type { Access, Authorizer } from './authorizer.ts';
import { identifyCaller, type KeyAuthority, type SignedRequest } from './caller.ts';

/** The access check of each service: a request needs a valid signature and a grant of the templates. */
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
   * @param accessesOf the accesses that the request needs; not called for the operator, who may do everything
   * @throws AwsError when the signature is not valid or an access is not granted
   */
  admit(service: string, request: SignedRequest, accessesOf: () => readonly Access[]): void {
    const { owner } = identifyCaller(request, service, this.#authority);
    if (owner !== OPERATOR) this.#authorizer.authorize(owner, accessesOf());
  }
}
