import { listModels as contract } from '../../../shared/contract/v2/models.ts';
import { listModels, modelListReads } from '../../../shared/domain/model/list.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  contract,
  ({ caller, query, context }) => listModels(context, caller.organizationId, query),
  { reads: ({ caller, context }) => modelListReads(context, caller.organizationId) },
);
