import { finishOnboarding as contract } from '../../../shared/contract/member/session.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller, body, context }) => {
    const modelId = memberModelId(caller.member);
    const model = await finishOnboarding(context, caller.organizationId, modelId, body);
    return { model: await showModel(context, model) };
  },
  { reads: ({ caller }) => [keys.model(caller.organizationId, memberModelId(caller.member))] },
);
