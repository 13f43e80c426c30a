import { updateSettings } from '../../../shared/contract/admin/organization.ts';
import { changeSettings } from '../../../shared/domain/organization/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';
import { keys } from '../../../shared/table/keys.ts';

export const handler = httpHandler(
  updateSettings,
  async ({ caller, body, context }) => {
    const logo = body.branding?.logo;
    if (typeof logo === 'string') {
      // The decoder is loaded for a new logo only.
      const { requireLogo } = await import('../../../shared/images/judge-logo.ts');
      await requireLogo(logo);
    }
    return { settings: await changeSettings(context, caller.organizationId, body) };
  },
  { reads: ({ caller }) => [keys.organization(caller.organizationId), keys.branding(caller.organizationId)] },
);
