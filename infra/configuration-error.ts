/** Something the person at the keyboard has to put right: the message says what, and no stack trace helps. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
