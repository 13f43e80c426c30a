import { engineNamed, startDynamoDB } from '@headshots/local-cloud/engines/dynamodb.ts';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The engine of `engineTable`. */
    tableEndpoint: string;
  }
}

/** Starts one DynamoDB for all files of a project: a table takes milliseconds, an engine half a second. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { LOCAL_DYNAMODB } = { ...process.env, ...project.config.env };
  const engine = await startDynamoDB(engineNamed(LOCAL_DYNAMODB));
  project.provide('tableEndpoint', engine.endpoint);
  return () => engine.stop();
}
