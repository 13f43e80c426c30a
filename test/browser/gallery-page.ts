import { freshTenant, MODELS, submittedModel, type Tenant, waitForStatus } from '../support/tenant.ts';
import { DESKTOP, openWindow, type WindowOptions } from './browser.ts';
import { Screen } from './screen.ts';

/** The number of headshots of a model. */
export const HEADSHOTS = 40;

export interface Photo {
  id: string;
  status: string;
  likedStatus: string;
  backdrop?: string;
  outfit?: string;
}

export type Finished = Awaited<ReturnType<typeof finishedModel>>;

/** A development model with headshots. */
export async function finishedModel(of?: Tenant) {
  const tenant = of ?? (await freshTenant());
  const model = await submittedModel(tenant, { isDevelopment: true });
  await waitForStatus(tenant, model.modelId, 'active');
  return { ...model, tenant };
}

export async function photosOf({ tenant, modelId }: Pick<Finished, 'tenant' | 'modelId'>): Promise<Photo[]> {
  return (await tenant.api.expect<{ photos: Photo[] }>('GET', `${MODELS}/${modelId}/photos`)).photos;
}

export async function favoriteOf({ tenant, modelId }: Pick<Finished, 'tenant' | 'modelId'>): Promise<string> {
  return (await tenant.api.expect<{ photo: Photo }>('GET', `${MODELS}/${modelId}/photos/favorite`)).photo.id;
}

/** A member's gallery. */
export class Gallery extends Screen {
  /** The large view of a headshot. */
  get large(): Screen {
    return this.dialog('Headshot');
  }

  card(number: number) {
    return this.button(`Open headshot ${number}`);
  }

  /** Waits until the large view shows this headshot. */
  async shows(number: number, of = HEADSHOTS): Promise<void> {
    await this.large.sees(`${number} of ${of}`);
  }

  async open(number: number): Promise<void> {
    await this.card(number).click();
    await this.shows(number);
  }

  async waitUntilComplete(): Promise<void> {
    await this.card(HEADSHOTS).waitFor();
  }

  /** The number of headshots that the filter leaves. */
  count(): Promise<number> {
    return this.place.locator('.gallery .open').count();
  }
}

/** Opens the gallery of a model in a wide window. */
export async function openGallery(
  { signedUrl }: { signedUrl: string },
  options: WindowOptions = {},
): Promise<Gallery> {
  const gallery = new Gallery(await openWindow(options));
  await gallery.page.setViewportSize(DESKTOP);
  await gallery.page.goto(signedUrl);
  await gallery.waitUntilComplete();
  return gallery;
}
