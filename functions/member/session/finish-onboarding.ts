import { finishOnboarding as contract } from '../../../shared/contract/member/session.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { requireConsent } from '../../../shared/domain/consent/consent.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { memberModelId } from '../../../shared/domain/model/model.ts';
import { finishOnboarding } from '../../../shared/domain/model/onboarding.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  contract,
  async ({ caller: { organizationId, member }, organization, body, context }) => {
    const modelId = memberModelId(member);
    // The stage may have another provider since the uploads.
    requireConsent(member, {
      organization: await organization(),
      defaultProvider: deployedDefaultProvider(),
    });
    const model = await finishOnboarding(context, organizationId, modelId, body);
    return { model: await showModel(context, model) };
  },
  {
    reads: ({ caller: { organizationId, member } }) => [
      keys.organization(organizationId),
      keys.model(organizationId, memberModelId(member)),
    ],
  },
);
