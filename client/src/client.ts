import { Api } from './generated/resources.ts';
import { type ClientOptions, Transport } from './transport.ts';

/**
 * The whole interface: resources of the current generation as fields, `v1` and the other areas below their names.
 * Calls reject with HeadshotsError when they are refused, with ConnectionError when there is no answer.
 */
export class HeadshotsClient extends Api {
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}
