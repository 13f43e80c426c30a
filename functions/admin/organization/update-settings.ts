import { updateSettings } from '../../../shared/contract/admin/organization.ts';
import { changeSettings, describeSettings } from '../../../shared/domain/organization/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(updateSettings, async ({ caller, body, context }) => {
  return { settings: describeSettings(await changeSettings(context, caller.organizationId, body)) };
});
