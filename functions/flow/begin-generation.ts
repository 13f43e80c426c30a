import { beginGeneration as task } from '../../shared/contract/tasks.ts';
import { deployedContext } from '../../shared/deployed/context.ts';
import { deployedAppUrl } from '../../shared/deployed/settings.ts';
import { planGeneration } from '../../shared/domain/flow/plan.ts';
import { stepHandler } from '../../shared/flow/handler.ts';

export const handler = stepHandler(task, (run) => planGeneration(deployedContext(), deployedAppUrl(), run));
