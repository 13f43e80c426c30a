import { mockClient } from 'aws-sdk-client-mock';
import { afterAll } from 'vitest';

/**
 * `mockClient`, until the test file ends. Files of a process share the classes of the SDK, so the mock of a class would
 * reach the next file. To be called outside of tests.
 */
export const mockedClient: typeof mockClient = (client, options) => {
  const mock = mockClient(client, options);
  afterAll(() => mock.restore());
  return mock;
};
