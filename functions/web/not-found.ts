import html from 'page:missing';
import { deployedAppUrl, deployedOriginSecrets } from '../../shared/deployed/settings.ts';
import { unknownPathHandler } from '../../shared/http/unknown-path.ts';

export const handler = unknownPathHandler(html, () => ({
  app: deployedAppUrl(),
  originSecrets: deployedOriginSecrets(),
}));
