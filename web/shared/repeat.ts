/**
 * Calls `look` until told to stop; `look` answers how long to wait before the next time, in milliseconds.
 * A page that nobody sees does not ask.
 */
export function repeat(look: () => Promise<number>): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async () => {
    const pause = await look();
    if (!stopped) timer = setTimeout(whenSeen, pause);
  };
  const whenSeen = () => {
    if (!document.hidden) void next();
    else document.addEventListener('visibilitychange', onReturn);
  };
  const onReturn = () => {
    document.removeEventListener('visibilitychange', onReturn);
    if (!stopped) whenSeen();
  };
  void next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
