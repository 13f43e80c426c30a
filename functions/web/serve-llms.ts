import index from 'openapi:llms';
import { serveLlms } from '../../shared/contract/web/assets.ts';
import { deployedOriginSettings } from '../../shared/deployed/settings.ts';
import { assetHandler } from '../../shared/http/asset.ts';

export const handler = assetHandler(serveLlms, index, deployedOriginSettings);
