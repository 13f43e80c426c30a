import type { getHealth } from '../../shared/contract/web/service.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { fixedHandler } from '../../shared/http/fixed.ts';

export const handler = fixedHandler<typeof getHealth.response>(
  'web/get-health',
  { status: 'ok' },
  deployedOriginSettings,
);
