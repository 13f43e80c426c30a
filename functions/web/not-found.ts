import html from 'page:missing';
import { notFound } from '../../shared/contract/web/service.ts';
import { deployedAppUrl, deployedOriginSecrets } from '../../shared/deployed/settings.ts';
import { unknownPathHandler } from '../../shared/http/unknown-path.ts';

export const handler = unknownPathHandler(notFound, html, () => ({
  app: deployedAppUrl(),
  originSecrets: deployedOriginSecrets(),
}));
