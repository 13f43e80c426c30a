import { Problem } from '../../shared/contract/errors.ts';
import { notFound } from '../../shared/contract/web/service.ts';
import { httpHandler } from '../../shared/http/handler.ts';

export const handler = httpHandler(notFound, async () => {
  throw new Problem('NOT_FOUND', 'No endpoint has this path and method.');
});
