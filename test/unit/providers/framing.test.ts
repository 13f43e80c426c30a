import { expect, test } from 'vitest';
import { FRAMING_NAMES } from '../../../shared/contract/styles.ts';
import { frameFor } from '../../../shared/providers/studio/framing.ts';

test.each(FRAMING_NAMES)(
  'the frame %s has the whole head of a face that fills the upload, off the middle',
  (crop) => {
    const face = { x: 330, y: 340, eyeDistance: 150 };
    const frame = frameFor(crop, {
      image: { left: 0, top: 0, width: 560, height: 755 },
      face,
      headTop: face.y - 2.1 * face.eyeDistance,
      touchesTop: true,
      touchesLeft: () => true,
      touchesRight: () => true,
    });
    expect(frame.top).toBeLessThan(face.y - 1.9 * face.eyeDistance);
    expect(frame.top + frame.height).toBeGreaterThan(face.y + 1.9 * face.eyeDistance);
  },
);
