import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stack } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { startLocalCloud } from '../src/index.ts';
import { temporaryDirectory } from '../src/testing/assembly.ts';

const HANDLER = `export const handler = async ({ rawPath }) => ({ statusCode: 200, body: 'Hello ' + rawPath });`;

test('the example of the README: a function of a CDK app answers', async () => {
  const directory = temporaryDirectory();
  const code = join(directory, 'hello');
  mkdirSync(code);
  writeFileSync(join(code, 'index.mjs'), HANDLER);
  const assembly = synthesize(join(directory, 'cdk.out'), code);

  const cloud = await startLocalCloud({ assembly });
  const response = await fetch(`${cloud.baseUrl}/world`);
  expect(await response.text()).toBe('Hello /world');
  await cloud.stop();
});

function synthesize(outdir: string, code: string): string {
  const app = new App({ outdir, analyticsReporting: false });
  const stack = new Stack(app, 'hello');
  const handler = new LambdaFunction(stack, 'Hello', {
    runtime: Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: Code.fromAsset(code),
    role: new Role(stack, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
  });
  handler.addToRolePolicy(
    new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: ['*'] }),
  );
  new HttpApi(stack, 'Api', { defaultIntegration: new HttpLambdaIntegration('ToHello', handler) });
  return app.synth().directory;
}
