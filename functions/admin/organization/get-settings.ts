import { getSettings } from '../../../shared/contract/admin/organization.ts';
import { describeSettings } from '../../../shared/domain/organization/settings.ts';
import { httpHandler } from '../../../shared/http/handler.ts';

export const handler = httpHandler(getSettings, async ({ organization }) => {
  return { settings: describeSettings(await organization()) };
});
