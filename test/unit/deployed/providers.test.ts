import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deployedProviders } from '../../../shared/deployed/providers.ts';
import { DevelopmentProvider } from '../../../shared/providers/development-provider.ts';
import { StudioProvider } from '../../../shared/providers/studio-provider.ts';

beforeEach(() => {
  vi.stubEnv('PROVIDER', 'studio');
  vi.stubEnv('DEVELOPMENT_PACE_SECONDS', '1');
  vi.stubEnv('IMAGES_BUCKET', 'images');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
});
afterEach(() => vi.unstubAllEnvs());

test('a model that is bound to no provider is served by the one that PROVIDER names', () => {
  expect(deployedProviders().of({})).toBeInstanceOf(StudioProvider);
  vi.stubEnv('PROVIDER', 'development');
  expect(deployedProviders().of({})).toBeInstanceOf(DevelopmentProvider);
});

test('a model that is bound to a provider is served by it, whatever PROVIDER names', () => {
  expect(deployedProviders().of({ provider: 'development' })).toBeInstanceOf(DevelopmentProvider);
});

test('a PROVIDER that does not exist is an error which names it', () => {
  vi.stubEnv('PROVIDER', 'magic');
  expect(() => deployedProviders().of({})).toThrow('There is no provider called magic.');
});
