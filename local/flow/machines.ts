import type { FunctionPool } from '../lambda/function-pool.ts';
import { placeOf } from '../template/assembly.ts';
import type { Resolver } from '../template/resolver.ts';
import { readDefinition } from './definition.ts';
import { Executions } from './executions.ts';
import { Machine } from './machine.ts';

/** The state machines of the template, ready for executions. */
export function defineMachines(resolver: Resolver, pool: FunctionPool): Executions {
  const executions = new Executions();
  for (const resource of resolver.resources('AWS::StepFunctions::StateMachine')) {
    const text = String(resolver.property(resource, 'DefinitionString'));
    const definition = readDefinition(text, placeOf(resource, 'DefinitionString'));
    executions.define(resolver.reference(resource), new Machine(definition, pool.invoke));
  }
  return executions;
}
