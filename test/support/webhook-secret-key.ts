import { deployedContext } from '../../shared/deployed/context.ts';
import { contextWith, type DomainContext } from '../../shared/domain/context.ts';

/** The key of webhook secrets where no cloud has one. */
export const webhookSecretKey = async () => 'the key of the tests';

/** The context of handlers that run in the process of a test, on a table of its own. */
export function handlerContext(): DomainContext {
  return Object.assign(contextWith(deployedContext(), {}), { webhookSecretKey });
}
