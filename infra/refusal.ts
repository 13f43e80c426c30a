/** Something the person at the keyboard has to put right: the message says what, and no stack trace helps. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
