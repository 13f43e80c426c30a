import { checkMainJob as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedSecret } from '../../shared/deployed/secrets.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { checkMainJob } from '../../shared/main-job/check.ts';
import { readCheckCredentials } from '../../shared/main-job/credentials.ts';
import { log, logAbout } from '../../shared/platform/log.ts';

export async function handler(): Promise<void> {
  const credentials = await readCheckCredentials(deployedSecret('CHECK_SECRET'));
  if (!credentials) {
    log.info('main job not checked: run npm run ops -- check set-up');
    return;
  }
  const job = { origin: deployedAppUrl(), apiKey: credentials.apiKey };
  await logAbout({ task: task.name }, () => checkMainJob(deployedContext(), job));
}
