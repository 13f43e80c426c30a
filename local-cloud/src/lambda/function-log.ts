import type { Authorizer } from '../aws/authorization/authorizer.ts';
import { AwsError } from '../engines/aws-json.ts';
import type { Log } from '../log.ts';
import type { FunctionDefinition } from './definition.ts';

const ACTIONS = ['logs:CreateLogStream', 'logs:PutLogEvents'];
const STREAM = 'local';

/**
 * The log of the functions. Lambda writes to it with each function's role: lines that the role does not allow are
 * dropped.
 */
export function functionLog(
  log: Log,
  definitions: readonly FunctionDefinition[],
  authorizer: Authorizer,
): Log {
  const byName = new Map(definitions.map((definition) => [definition.name, definition]));
  const mayWrite = new Map<string, boolean>();
  return {
    ...log,
    line: (name, text) => {
      const definition = byName.get(name);
      if (!mayWrite.has(name))
        mayWrite.set(name, definition !== undefined && isAllowed(definition, authorizer));
      if (mayWrite.get(name)) log.line(name, text);
    },
  };
}

function isAllowed({ roleArn, logGroupArn }: FunctionDefinition, authorizer: Authorizer): boolean {
  const resource = `${logGroupArn}:log-stream:${STREAM}`;
  try {
    authorizer.authorize(
      roleArn,
      ACTIONS.map((action) => ({ action, resource })),
    );
    return true;
  } catch (error) {
    if (error instanceof AwsError) return false;
    throw error;
  }
}
