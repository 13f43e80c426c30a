/**
 * The results of work that is in progress at the same time.
 * @throws the error of the first that fails in this order, whichever fails first.
 */
export async function allInOrder<const Work extends readonly unknown[]>(
  ...work: Work
): Promise<{ -readonly [Place in keyof Work]: Awaited<Work[Place]> }> {
  const ended = Promise.allSettled(work);
  for (const each of work) await each;
  const results = (await ended).flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  return results as { -readonly [Place in keyof Work]: Awaited<Work[Place]> };
}
