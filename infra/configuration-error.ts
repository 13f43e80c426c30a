/**
 * A mistake that the operator of the command can correct. Its message names the remedy and is shown alone.
 */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}
