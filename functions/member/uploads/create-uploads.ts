import { createUploads } from '../../../shared/contract/member/uploads.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { deployedUploadForms } from '../../../shared/deployed/uploads.ts';
import { requireConsent } from '../../../shared/domain/consent/consent.ts';
import { beginModel } from '../../../shared/domain/model/create.ts';
import { announceUploads } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  createUploads,
  async ({ caller, organization, body, context }) => {
    const { organizationId, member } = caller;
    requireConsent(member, {
      organization: await organization(),
      defaultProvider: deployedDefaultProvider(),
    });
    const modelOf = async () => beginModel(context, await organization(), member.id);
    const { model, uploads } = await announceUploads(context, modelOf, body.files);
    const forms = deployedUploadForms();
    return {
      uploads: await Promise.all(
        uploads.map(async (upload) => ({
          id: upload.id,
          ...(await forms.make({ organizationId, modelId: model.id }, upload.id, upload)),
        })),
      ),
    };
  },
  {
    reads: ({ caller: { organizationId, member } }) => [
      keys.organization(organizationId),
      keys.member(organizationId, member.id),
      ...(member.modelId === undefined ? [] : [keys.model(organizationId, member.modelId)]),
    ],
  },
);
