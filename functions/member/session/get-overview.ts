import { getOverview } from '../../../shared/contract/member/session.ts';
import { UPLOAD_REQUIREMENTS } from '../../../shared/contract/upload-requirements.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { lacksConsent } from '../../../shared/domain/consent/consent.ts';
import { progressOf } from '../../../shared/domain/flow/run-progress.ts';
import { describeOwnMember } from '../../../shared/domain/member/member.ts';
import { findMemberModel, showModel } from '../../../shared/domain/model/model.ts';
import { describeBranding, readBranding } from '../../../shared/domain/organization/branding.ts';
import { describeUpload, listUploads } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(
  getOverview,
  async ({ caller, organization: readOrganization, context }) => {
    const { organizationId, member } = caller;
    const [organization, branding, model] = await Promise.all([
      readOrganization(),
      readBranding(context, organizationId),
      findMemberModel(context, organizationId, member),
    ]);
    const [uploads, progress] = await Promise.all([
      model ? listUploads(context, model) : [],
      model ? progressOf(context, model) : null,
    ]);
    return {
      member: describeOwnMember(member),
      organization: {
        name: organization.name,
        branding: describeBranding(branding),
        frameOrigins: organization.frameOrigins ?? null,
      },
      consentRequired: lacksConsent(member, { organization, defaultProvider: deployedDefaultProvider() }),
      model: model ? await showModel(context, model) : null,
      progress,
      favoritePhotoId: model?.favoritePhotoId ?? null,
      uploads: uploads.map(describeUpload),
      requirements: { ...UPLOAD_REQUIREMENTS, types: [...UPLOAD_REQUIREMENTS.types] },
    };
  },
);
