import type { OwnedTenant } from '../support/owner.ts';
import { baseUrl } from '../support/tenant.ts';
import { openWindow, type WindowOptions } from './browser.ts';
import { Screen } from './screen.ts';

/** The desk of an organization, with one of its sections open. */
export class Desk extends Screen {
  get main(): Screen {
    return new Screen(this.window, this.place.getByRole('main'));
  }

  /** Goes to the address of a section, of its part or of a person, such as `members/teams`. */
  async goTo(section: string): Promise<void> {
    await this.page.goto(`${baseUrl}/admin#/${section}`);
  }

  async save(): Promise<void> {
    await this.press('Save');
    await this.sees(/^Saved\./);
  }

  /** The row of a table that has this text. */
  row(text: string): Screen {
    return new Screen(this.window, this.place.getByRole('row').filter({ hasText: text }));
  }

  async signOut(): Promise<void> {
    await this.press('Sign out');
  }
}

/** Opens a section of the owner's desk, signed in as the owner. */
export function openDesk(
  { owner }: Pick<OwnedTenant, 'owner'>,
  section: string,
  options: WindowOptions = {},
): Promise<Desk> {
  return openDeskWith(owner.bearer ?? '', section, options);
}

/** @param bearer The token of a user's session, or an API key. */
export async function openDeskWith(
  bearer: string,
  section: string,
  options: WindowOptions = {},
): Promise<Desk> {
  const desk = new Desk(await openWindow(options));
  await desk.page.goto(`${baseUrl}/admin`);
  await desk.page.evaluate((token) => sessionStorage.setItem('headshots.api-key', token), bearer);
  await desk.goTo(section);
  await desk.page.reload();
  return desk;
}
