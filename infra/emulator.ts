import { ConfigurationError } from './configuration-error.ts';

/**
 * The origin of the emulator in AWS_ENDPOINT_URL, or undefined when the variable is not set.
 * @throws ConfigurationError when it is not on this machine, as the stage lets webhooks reach loopback
 * addresses.
 */
export function givenEndpoint(): string | undefined {
  const given = process.env.AWS_ENDPOINT_URL;
  if (given === undefined || given === '') return undefined;
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) {
    return url.origin;
  }
  throw new ConfigurationError(
    `AWS_ENDPOINT_URL is ${given}: the stage localstack is deployed to an emulator on this machine only. ` +
      'Set it to an address such as http://127.0.0.1:4566.',
  );
}
