/**
 * The storage of this tab. A browser may deny it to a framed page, which then loses its session on reload.
 */
export function store(): Storage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/**
 * The storage of this browser, for preferences and for sessions of pages that cannot be framed. A browser may deny it to a
 * framed page.
 */
export function localStore(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
