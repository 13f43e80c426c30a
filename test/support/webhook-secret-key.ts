/** The key of webhook secrets where no cloud has one. */
export const webhookSecretKey = async () => 'the key of the tests';
