/** Our reference to a prompt: Astria addresses it below the tune to which it was posted. */
export function promptRef(tuneId: string | number, promptId: number): string {
  return `${tuneId}/${promptId}`;
}

export function parsePromptRef(ref: string): { tuneId: string; promptId: string } {
  const [tuneId, promptId] = ref.split('/');
  if (!tuneId || !promptId) throw new Error(`${ref} is no reference to a prompt of Astria.`);
  return { tuneId, promptId };
}
