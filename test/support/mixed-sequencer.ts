import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The long files of `integration` that begin beside the first one of `infra`: one for each other worker. */
const BESIDE = 3;

/**
 * Mixes the files of the projects of one group, so that tests that compute run while others wait. Each project keeps
 * the order of its files: the longest first. Those of `infra` follow one another at the beginning: they share templates
 * that take seconds, and a worker keeps them only if its next file is of `infra` as well.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map<TestSpecification, number>();
    for (const ofProject of Map.groupBy(sorted, ({ project }) => project).values())
      for (const [index, file] of ofProject.entries()) places.set(file, (index + 1) / ofProject.length);
    const placeOf = (file: TestSpecification) =>
      file.project.config.sequence.groupOrder + (places.get(file) ?? 0) / 2;
    const mixed = sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
    const filesOf = (name: string) => mixed.filter(({ project }) => project.name === name);
    const infra = filesOf('infra');
    const first = [...infra.slice(0, 1), ...filesOf('integration').slice(0, BESIDE), ...infra.slice(1)];
    return [...first, ...mixed.filter((file) => !first.includes(file))];
  }
}
