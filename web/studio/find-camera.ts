/** The means of taking a photo: the camera app of a phone, the page itself, or none. */
export type CameraKind = 'phone' | 'desktop' | 'none';

/**
 * A phone or tablet has a camera app, which takes better photos than a page. Elsewhere the page needs a camera, and may
 * not be denied it: by its user, or by the page that frames it.
 */
export async function findCamera(): Promise<CameraKind> {
  if (matchMedia('(pointer: coarse)').matches) return 'phone';
  if (navigator.mediaDevices === undefined || (await isDenied())) return 'none';
  try {
    const devices = await navigator.mediaDevices.enumerateDevices();
    return devices.some(({ kind }) => kind === 'videoinput') ? 'desktop' : 'none';
  } catch {
    return 'none';
  }
}

async function isDenied(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'denied';
  } catch {
    // Some browsers do not tell.
    return false;
  }
}
