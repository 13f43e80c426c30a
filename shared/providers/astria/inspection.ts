import type { PhotoFault } from '../provider.ts';
import type { Inspection } from './answers.ts';

/**
 * The fault of a photo by Astria's inspection. Attributes that a training copes with, such as a hat or a
 * full body in some photos, are no faults.
 */
export function faultOf(inspection: Inspection): PhotoFault | undefined {
  if (inspection.includes_multiple_people) return 'several-people';
  if (inspection.name === '' || inspection.name === 'NONE') return 'no-person';
  if (inspection.wearing_sunglasses) return 'sunglasses';
  if (inspection.blurry) return 'blurry';
  return undefined;
}
