/** Lasts as long as the tab. Browsers may deny it to a framed page, which then forgets when it is reloaded. */
export function store(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}
