import { type ColourImage, createPlane, type Plane } from './raster.ts';

/**
 * The likelihood that each pixel is human skin, from its chromaticity alone. Skin of every tone has nearly
 * the same hue; the difference is mostly brightness, which the division by the sum removes.
 */
export function skinLikelihood(image: ColourImage): Plane {
  const skin = createPlane(image.width, image.height);
  for (let i = 0, p = 0; i < skin.data.length; i++, p += 3) {
    const red = image.data[p]!;
    const green = image.data[p + 1]!;
    const blue = image.data[p + 2]!;
    const sum = red + green + blue + 1;
    if (red <= blue || sum < 90) continue;
    const offRed = (red / sum - 0.43) / (red / sum < 0.43 ? 0.045 : 0.06);
    const offGreen = (green / sum - 0.315) / 0.021;
    // Very dark pixels have unreliable chromaticity.
    const certainty = sum < 180 ? (sum - 90) / 90 : 1;
    skin.data[i] = certainty * Math.exp(-0.5 * (offRed * offRed + offGreen * offGreen));
  }
  return skin;
}
