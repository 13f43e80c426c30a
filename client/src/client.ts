import { Api } from './generated/resources.ts';
import { type ClientOptions, Transport } from './transport.ts';

/**
 * The client of the whole API. Resources of v2 are its properties, and `v1` and the other areas are
 * properties as well. Calls reject with HeadshotsError for an error of the service, and with ConnectionError
 * without a response.
 */
export class HeadshotsClient extends Api {
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}
