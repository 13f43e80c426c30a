import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { callAws } from './aws-json.ts';
import { startDynoxide } from './dynoxide.ts';
import { dynamoDBLocalHome, dynoxideBinary } from './packages.ts';
import { type EngineProcess, freePort, startEngine } from './supervised-process.ts';

export type DynamoDBEngineName = 'dynoxide' | 'dynamodb-local';

export interface DynamoDBEngine extends EngineProcess {
  name: DynamoDBEngineName;
  endpoint: string;
}

/**
 * Starts an empty DynamoDB. Its data is deleted when it stops.
 * @param wanted the engine; LOCAL_DYNAMODB decides by default, and without it dynoxide is taken where its
 *   binary exists and DynamoDB Local elsewhere
 */
export async function startDynamoDB(
  wanted = engineNamed(process.env.LOCAL_DYNAMODB),
): Promise<DynamoDBEngine> {
  const binary = dynoxideBinary();
  const name = wanted ?? (binary === undefined ? 'dynamodb-local' : 'dynoxide');
  const port = await freePort();
  const endpoint = `http://127.0.0.1:${port}`;
  const ready = async () => {
    await callAws(endpoint, 'DynamoDB_20120810.ListTables', {});
    return true;
  };
  if (name === 'dynoxide') {
    if (binary === undefined)
      throw new Error(`dynoxide has no binary for ${process.platform}-${process.arch}.`);
    return { ...(await startDynoxide(binary, port, ready)), name, endpoint };
  }
  const engine = await startEngine(await javaCommand(), dynamoDBLocalParameters(port), ready);
  return { ...engine, name, endpoint };
}

/** @returns undefined for an empty name. @throws when there is no such engine */
export function engineNamed(name: string | undefined): DynamoDBEngineName | undefined {
  if (name === undefined || name === '' || name === 'dynoxide' || name === 'dynamodb-local')
    return name || undefined;
  throw new Error(`LOCAL_DYNAMODB is ${name}; it can be dynoxide or dynamodb-local.`);
}

async function javaCommand(): Promise<string> {
  const home = process.env.JAVA_HOME;
  const java = home === undefined ? 'java' : join(home, 'bin', 'java');
  const answer = await promisify(execFile)(java, ['-version']).catch(() => undefined);
  const version = Number(/version "(\d+)/.exec(answer?.stderr ?? '')?.[1] ?? 0);
  if (version >= 17) return java;
  throw new Error(
    `DynamoDB Local needs Java 17 or newer, but ${version === 0 ? 'no Java was found' : `Java ${version} is installed`}. ` +
      'Install a JRE (for instance Temurin 17) and put it on the PATH or into JAVA_HOME.',
  );
}

function dynamoDBLocalParameters(port: number): string[] {
  const home = dynamoDBLocalHome();
  return [
    // Without a limit, Java would take a quarter of the machine's memory.
    '-Xmx256m',
    `-Djava.library.path=${join(home, 'DynamoDBLocal_lib')}`,
    '-jar',
    join(home, 'DynamoDBLocal.jar'),
    '-inMemory',
    '-sharedDb',
    '-disableTelemetry',
    '-port',
    String(port),
  ];
}
