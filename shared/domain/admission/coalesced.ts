/**
 * Coalesces calls: for each subject one run at a time, and one queued, which sees what happened before it began.
 * The returned function throws what the work throws.
 */
export function coalesced<Subject>(work: (subject: Subject) => Promise<unknown>) {
  const running = new Map<Subject, Promise<void>>();
  const queued = new Map<Subject, Promise<void>>();
  const start = (subject: Subject): Promise<void> => {
    const ended = work(subject)
      .then(() => undefined)
      .finally(() => {
        if (running.get(subject) === ended) running.delete(subject);
      });
    running.set(subject, ended);
    return ended;
  };
  return (subject: Subject): Promise<void> => {
    const current = running.get(subject);
    if (!current) return start(subject);
    const next =
      queued.get(subject) ??
      current
        .catch(() => undefined)
        .then(() => {
          queued.delete(subject);
          return start(subject);
        });
    queued.set(subject, next);
    return next;
  };
}
