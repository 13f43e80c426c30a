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

test('a model without a provider of its own is served by the one that PROVIDER names', () => {
  expect(deployedProviders().of({})).toBeInstanceOf(StudioProvider);
  vi.stubEnv('PROVIDER', 'development');
  expect(deployedProviders().of({})).toBeInstanceOf(DevelopmentProvider);
});

test('a model with a provider of its own is served by it, whatever PROVIDER names', () => {
  expect(deployedProviders().of({ provider: 'development' })).toBeInstanceOf(DevelopmentProvider);
});

test('an unknown PROVIDER is an error that names it', () => {
  vi.stubEnv('PROVIDER', 'magic');
  expect(() => deployedProviders().of({})).toThrow('There is no provider called magic');
});
