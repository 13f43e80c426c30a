import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import type { StageSettings } from '../../infra/stage-settings.ts';
import { PROJECT } from '../../scripts/build/paths.ts';
import { installPythonTool } from '../../scripts/python/python-tool.ts';
import { StubBundles, templatesOf } from '../infra/synthesized.ts';

/** https://pypi.org/project/cfn-lint */
const CFN_LINT = {
  name: 'cfn-lint',
  version: '1.58.0',
  alternative: 'The other checks run with: npx vitest run --project aws --exclude "**/cfn-lint.test.ts"',
};

/** W3005: the CDK orders resources explicitly where a reference already does. */
const IGNORED = ['W3005'];

const STAGES: readonly [string, StageSettings][] = [
  ['production in us-east-1', settingsOf('production')],
  [
    'production with SageMaker',
    { ...settingsOf('production'), providerOptions: { sagemaker: { imageTag: 'v1' } } },
  ],
  [
    'production in eu-central-1, with a domain',
    {
      ...settingsOf('production'),
      region: 'eu-central-1',
      domain: {
        name: 'headshots.example.com',
        certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
      },
    },
  ],
];

let program = '';
beforeAll(async () => {
  program = await installPythonTool(CFN_LINT);
});

it('the template of the role that deploys from GitHub has no fault that cfn-lint finds', async () => {
  expect(await faultsOf([join(PROJECT, 'ops/github-deploy-role.yaml')])).toEqual([]);
});

describe.each(STAGES)('the templates of %s', (_, settings) => {
  it('have no fault that cfn-lint finds', async () => {
    expect(await faultsOf(templatesIn(settings))).toEqual([]);
  });

  it('would be rejected with a property that CloudFormation does not know', async () => {
    const [file = ''] = templatesIn(settings).filter((name) => name.includes('-data.'));
    writeFileSync(file, readFileSync(file, 'utf8').replace('"BillingMode"', '"BillingModel"'));
    expect(await faultsOf([file])).toContainEqual(expect.stringContaining('E3002'));
  });
});

function templatesIn(settings: StageSettings): string[] {
  const { directory } = templatesOf(settings, new StubBundles()).synth();
  return readdirSync(directory)
    .filter((name) => name.endsWith('.template.json'))
    .map((name) => join(directory, name));
}

/** cfn-lint exits with a code above 0 when it has found something, and prints one line for each fault. */
async function faultsOf(files: readonly string[]): Promise<string[]> {
  const args = ['--format', 'parseable', '--ignore-checks', ...IGNORED, '--', ...files];
  const { stdout } = await promisify(execFile)(program, args).catch(
    (error: { stdout?: string; code?: number }) => {
      if (typeof error.stdout === 'string' && error.stdout !== '') return { stdout: error.stdout };
      throw error;
    },
  );
  return stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '');
}
