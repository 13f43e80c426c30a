/** Whether a text is meant as the id of an invite and not as an address. */
export function isInviteId(text: string): boolean {
  return text.startsWith('inv_') && !text.includes('@');
}
