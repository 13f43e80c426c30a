import { AwsError } from '../../engines/aws-json.ts';
import { TemplateError } from '../../template/assembly.ts';
import type { Access, Authorizer } from './authorizer.ts';

/**
 * Checks the grants that a service requires when a resource is created rather than when it is used.
 * @param place the resource, for the message
 * @throws TemplateError naming the access that the templates do not grant
 */
export function requireGrants(
  authorizer: Authorizer,
  holder: string,
  accesses: readonly Access[],
  place: string,
): void {
  try {
    authorizer.authorize(holder, accesses);
  } catch (error) {
    throw error instanceof AwsError ? new TemplateError(place, error.message) : error;
  }
}
