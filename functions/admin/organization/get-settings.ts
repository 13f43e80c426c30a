import { getSettings } from '../../../shared/contract/admin/organization.ts';
import { readBranding } from '../../../shared/domain/organization/branding.ts';
import { describeSettings } from '../../../shared/domain/organization/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  getSettings,
  async ({ caller, organization, context }) => {
    const [stored, branding] = await Promise.all([
      organization(),
      readBranding(context, caller.organizationId),
    ]);
    return { settings: describeSettings(stored, branding) };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId), keys.branding(caller.organizationId)] },
);
