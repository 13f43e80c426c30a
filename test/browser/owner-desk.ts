import type { OwnedTenant } from '../support/owner.ts';
import { baseUrl } from '../support/tenant.ts';
import { openWindow, type Window, type WindowOptions } from './browser.ts';

/** Opens a section of the owner's desk, signed in as the owner. */
export function openDesk(
  { owner }: Pick<OwnedTenant, 'owner'>,
  section: string,
  options: WindowOptions = {},
): Promise<Window> {
  return openDeskWith(owner.bearer ?? '', section, options);
}

/** @param bearer The token of a user's session, or an API key. */
export async function openDeskWith(
  bearer: string,
  section: string,
  options: WindowOptions = {},
): Promise<Window> {
  const window = await openWindow(options);
  const { context, page } = window;
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: baseUrl });
  await page.goto(`${baseUrl}/admin`);
  await page.evaluate((token) => sessionStorage.setItem('headshots.api-key', token), bearer);
  await page.goto(`${baseUrl}/admin#/${section}`);
  await page.reload();
  return window;
}
