import { useEffect } from 'preact/hooks';
import { applyBrand, type Brand } from './brand.ts';

/** Shows the page in the look of an organization, as long as the component is shown. */
export function useBrand(brand: Brand | undefined): void {
  const { accent = null, font = null } = brand ?? {};
  useEffect(() => applyBrand({ accent, font }), [accent, font]);
}
