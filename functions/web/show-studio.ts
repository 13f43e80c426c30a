import html from 'page:studio';
import { showStudio } from '../../shared/contract/web/pages.ts';
import { deployedPageOrigins } from '../../shared/deployed/origins.ts';
import { type FrameOriginsOf, pageHandler } from '../../shared/http/page.ts';

const frameOriginsOf: FrameOriginsOf = async (token) => {
  // Only a page with a token reads the table, so only such a page waits for the SDK.
  const [{ deployedContext }, { frameOriginsOf }] = await Promise.all([
    import('../../shared/deployed/context.ts'),
    import('../../shared/domain/organization/settings.ts'),
  ]);
  return frameOriginsOf(deployedContext(), token);
};

export const handler = pageHandler(showStudio, html, deployedPageOrigins, { frameOriginsOf });
