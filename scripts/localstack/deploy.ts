import { givenEndpoint } from '../../infra/emulator.ts';
import { run } from '../deploy/stage.ts';
import { optionsOf } from '../options.ts';
import { deployTo } from './deployment.ts';
import { startMinistack } from './ministack.ts';
import { startProxy } from './proxy.ts';

/** The port of the service's links, on which `--serve` listens. */
const PORT = 4600;

const USAGE = `npm run localstack:deploy [-- options]: deploys the stage localstack with cdklocal to the emulator that
AWS_ENDPOINT_URL names. Without the variable it starts its own MiniStack, which ends with the command.

  --serve    keeps the service running until Ctrl-C
`;

await run(async () => {
  const values = optionsOf(USAGE, { serve: { type: 'boolean', default: false } });
  const given = givenEndpoint();
  const own = given === undefined ? await startMinistack() : undefined;
  const endpoint = given ?? own?.endpoint ?? '';
  try {
    console.log(`Deploying to ${endpoint} …`);
    const { apiId } = await deployTo({ endpoint, appUrl: `http://127.0.0.1:${PORT}` });
    console.log(
      own ? 'All stacks are deployed.' : `The API is at ${endpoint}/_aws/execute-api/${apiId}/$default`,
    );
    if (values.serve) {
      const proxy = await startProxy(PORT);
      proxy.serve(endpoint, apiId);
      console.log(`The service is at ${proxy.url} until Ctrl-C.`);
      await new Promise((resolve) => process.once('SIGINT', resolve));
      await proxy.close();
    }
  } finally {
    await own?.stop();
  }
});
