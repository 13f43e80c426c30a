import type { OwnedTenant } from '../support/owner.ts';
import { baseUrl } from '../support/tenant.ts';
import { openWindow, type Window, type WindowOptions } from './browser.ts';

/** Opens a section of the owner's desk, signed in as the owner. */
export async function openDesk(
  { owner }: Pick<OwnedTenant, 'owner'>,
  section: string,
  options: WindowOptions = {},
): Promise<Window> {
  const window = await openWindow(options);
  const { context, page } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await page.goto(`${baseUrl}/admin`);
  await page.evaluate((session) => sessionStorage.setItem('headshots.api-key', session), owner.bearer ?? '');
  await page.goto(`${baseUrl}/admin#/${section}`);
  await page.reload();
  return window;
}
