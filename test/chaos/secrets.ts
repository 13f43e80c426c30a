import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands for Secrets Manager, without faults: the only secret that the functions of the run read is this one. */
export async function startSecrets(value: string): Promise<{ url: string; stop(): void }> {
  const server = createServer((_request, response) => {
    const body = JSON.stringify({ Name: 'WebhookSecretKey', SecretString: value });
    response.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' }).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
