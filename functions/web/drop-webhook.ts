import { dropWebhook } from '../../shared/contract/web/service.ts';
import { httpHandler } from '../../shared/http/handler.ts';

export const handler = httpHandler(dropWebhook, async () => ({}));
