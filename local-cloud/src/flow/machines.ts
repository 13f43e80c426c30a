import type { Authorizer } from '../aws/authorization/authorizer.ts';
import { requireGrants } from '../aws/authorization/require-grants.ts';
import { AwsError } from '../engines/aws-json.ts';
import type { FunctionPool, Invoke } from '../lambda/function-pool.ts';
import { InvocationError } from '../lambda/invocation-error.ts';
import { placeOf, type Resource } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { readDefinition } from './definition.ts';
import { Executions } from './executions.ts';
import { Machine } from './machine.ts';

/** The state machines of the template, ready for executions. */
export function defineMachines(resolver: Resolver, pool: FunctionPool, authorizer: Authorizer): Executions {
  const executions = new Executions();
  for (const resource of resolver.resources('AWS::StepFunctions::StateMachine')) {
    const text = String(resolver.property(resource, 'DefinitionString'));
    const definition = readDefinition(text, placeOf(resource, 'DefinitionString'));
    const invoke = invokeAs(assumedRole(resource, resolver, authorizer), pool, authorizer);
    const arn = resolver.reference(resource);
    executions.define(arn, new Machine(definition, invoke, () => executions.tokens.wait(arn)));
  }
  return executions;
}

/** The machine's role. @throws TemplateError when Step Functions may not assume it for this machine */
function assumedRole(machine: Resource, resolver: Resolver, authorizer: Authorizer): string {
  const roleArn = String(resolver.property(machine, 'RoleArn'));
  const context = {
    'aws:SourceArn': [resolver.reference(machine)],
    'aws:SourceAccount': [resolver.deployment.accountId],
  };
  const access = { action: 'sts:AssumeRole', resource: roleArn, context };
  requireGrants(authorizer, 'states.amazonaws.com', [access], placeOf(machine));
  return roleArn;
}

function invokeAs(roleArn: string, pool: FunctionPool, authorizer: Authorizer): Invoke {
  return async (functionArn, event, onStart) => {
    try {
      authorizer.authorize(roleArn, [{ action: 'lambda:InvokeFunction', resource: functionArn }]);
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      // The error of a task whose machine Lambda does not allow to invoke the function.
      const [errorType, errorMessage] = ['Lambda.AWSLambdaException', error.message];
      throw new InvocationError({ errorType, errorMessage, trace: [] });
    }
    return pool.invoke(functionArn, event, onStart);
  };
}
