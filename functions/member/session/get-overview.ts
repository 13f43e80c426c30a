import { getOverview } from '../../../shared/contract/member/session.ts';
import { MADE_BY_PROVIDER } from '../../../shared/contract/providers.ts';
import { UPLOAD_REQUIREMENTS } from '../../../shared/contract/upload-requirements.ts';
import { deployedDefaultProvider } from '../../../shared/deployed/settings.ts';
import { lacksConsent } from '../../../shared/domain/consent/consent.ts';
import { progressOf } from '../../../shared/domain/flow/run-progress.ts';
import { describeOwnMember } from '../../../shared/domain/member/member.ts';
import { showModel } from '../../../shared/domain/model/describe.ts';
import { findMemberModel } from '../../../shared/domain/model/model.ts';
import { stylesOffered } from '../../../shared/domain/model/styles.ts';
import { describeBranding, readBranding } from '../../../shared/domain/organization/branding.ts';
import { photosByOf } from '../../../shared/domain/organization/organization.ts';
import { describeUpload, listUploads } from '../../../shared/domain/upload/upload.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { allInOrder } from '../../../shared/platform/all-in-order.ts';
import { collections, keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getOverview,
  async ({ caller, organization: readOrganization, context }) => {
    const { organizationId, member } = caller;
    const [organization, branding, model] = await allInOrder(
      readOrganization(),
      readBranding(context, organizationId),
      findMemberModel(context, organizationId, member),
    );
    const defaultProvider = deployedDefaultProvider();
    const [uploads, progress, shown] = model
      ? await allInOrder(listUploads(context, model), progressOf(context, model), showModel(context, model))
      : [[], null, null];
    const madeBy = MADE_BY_PROVIDER[model?.provider ?? organization.provider ?? defaultProvider];
    return {
      member: describeOwnMember(member),
      organization: {
        name: organization.name,
        branding: describeBranding(branding),
        photosBy: photosByOf(organization, context.clock.now()),
        frameOrigins: organization.frameOrigins ?? null,
      },
      consentRequired: lacksConsent(member, { organization, defaultProvider }),
      model: shown,
      accessEndsAt: model?.inviteExpiresAt ?? null,
      progress,
      favoritePhotoId: model?.favoritePhotoId ?? null,
      uploads: uploads.map(describeUpload),
      requirements: { ...UPLOAD_REQUIREMENTS, types: [...UPLOAD_REQUIREMENTS.types] },
      styles: stylesOffered(organization, madeBy),
      madeBy,
    };
  },
  {
    reads: ({ caller: { organizationId, member } }) => [
      keys.organization(organizationId),
      keys.branding(organizationId),
      ...(member.modelId === undefined
        ? []
        : [keys.model(organizationId, member.modelId), collections.uploads(organizationId, member.modelId)]),
    ],
  },
);
