/**
 * Calls `poll` repeatedly. `poll` resolves to the pause before its next call, in milliseconds. A page in a
 * hidden tab does not poll.
 * @returns a function that stops polling.
 */
export function repeat(poll: () => Promise<number>): () => void {
  let stopped = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async () => {
    const pause = await poll();
    if (!stopped) timer = setTimeout(pollWhenVisible, pause);
  };
  const pollWhenVisible = () => {
    if (!document.hidden) void next();
    else document.addEventListener('visibilitychange', onReturn);
  };
  const onReturn = () => {
    document.removeEventListener('visibilitychange', onReturn);
    if (!stopped) pollWhenVisible();
  };
  void next();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', onReturn);
  };
}
