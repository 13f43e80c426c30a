import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { GrantReport } from '@headshots/local-cloud/aws/authorization/authorizer.ts';
import { PROJECT } from '../../scripts/build/paths.ts';

/** The use that the tests of one project made of their local cloud, for the iam-usage tests. */
export interface CloudUse {
  report: GrantReport;
  /** The file with the log of all functions. */
  logFile: string;
  /** The value of the secret with the keys that sign links. */
  signingKeys: string;
}

const fileOf = (project: string) => join(PROJECT, '.local', `${project}-use.json`);

/** Reads the use of a cloud that is still running. */
export async function cloudUse(
  baseUrl: string,
  operatorEnvironment: Readonly<Record<string, string>>,
  logFile: string,
): Promise<CloudUse> {
  const report = (await (await fetch(`${baseUrl}/_local/grants`)).json()) as GrantReport;
  Object.assign(process.env, operatorEnvironment);
  const { SecretString = '' } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: String(operatorEnvironment.LINK_SIGNER_SECRET) }),
  );
  return { report, logFile, signingKeys: SecretString };
}

export function writeCloudUse(project: string, use: CloudUse): void {
  writeFileSync(fileOf(project), JSON.stringify(use));
}

/** @throws when the tests of the project have not run yet */
export function readCloudUse(project: string): CloudUse {
  try {
    return JSON.parse(readFileSync(fileOf(project), 'utf8')) as CloudUse;
  } catch (error) {
    const message = `The ${project} tests left no record of their cloud: run npm test and npm run test:long first.`;
    throw new Error(message, { cause: error });
  }
}
