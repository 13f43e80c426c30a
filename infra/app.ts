import { assets, endpoints, pages, tasks } from '../shared/contract/registry.ts';
import { ConfigurationError } from './configuration-error.ts';
import { isOnThisMachine, LOCAL_STAGE, LOCALSTACK_STAGE, ServiceBundles } from './constructs/bundles.ts';
import { givenEndpoint } from './emulator.ts';
import { headshots } from './headshots.ts';
import { settingsOf } from './settings.ts';

/** Writes the templates. `-c stage=NAME` chooses the stage, `-c version=COMMIT` names the version, and CDK_OUTDIR the directory. */
try {
  let deployed = true;
  const app = headshots((context) => {
    const settings = settingsOf(context('stage') ?? LOCAL_STAGE);
    deployed = !isOnThisMachine(settings.stage);
    if (settings.stage === LOCALSTACK_STAGE && givenEndpoint() === undefined) {
      throw new ConfigurationError(
        'The stage localstack needs an emulator of AWS. Run: npm run localstack:deploy',
      );
    }
    return {
      settings,
      contracts: { endpoints, pages, assets, tasks },
      bundles: new ServiceBundles(settings.stage),
      version: context('version'),
    };
  });
  // The import takes a second, so the stages of this machine go without it.
  if (deployed) (await import('./constructs/nag.ts')).addNagChecks(app);
  app.synth();
} catch (error) {
  if (!(error instanceof ConfigurationError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
