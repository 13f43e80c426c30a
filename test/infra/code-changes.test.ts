import { expect, it } from 'vitest';
import { settingsOf } from '../../infra/settings.ts';
import { assets, endpoints, pages, tasks } from '../../shared/contract/registry.ts';
import { type Resource, StubBundles, templatesOf } from './synthesized.ts';

const contracts = [...endpoints, ...pages, ...assets, ...tasks];

it.each(['production', 'localstack'])(
  'functions of the stage %s are deployed anew when their code has changed',
  (stage) => {
    const keysOf = (version: string) =>
      templatesOf(settingsOf(stage), new StubBundles(version))
        .synth()
        .stacks.flatMap(({ template }) => Object.values<Resource>(template.Resources))
        .filter(({ Type }) => Type === 'AWS::Lambda::Function')
        .map(({ Properties }) => JSON.stringify(Properties.Code));
    const first = keysOf('1');
    expect(new Set(first).size).toBe(contracts.length);
    expect(keysOf('1')).toEqual(first);
    expect(keysOf('2').filter((key) => first.includes(key))).toEqual([]);
  },
);
