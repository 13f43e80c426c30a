import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Mixes the files of the projects of one group, so that tests that compute run while others wait. Each project keeps
 * the order of its files: the longest first.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map<TestSpecification, number>();
    for (const ofProject of Map.groupBy(sorted, ({ project }) => project).values())
      for (const [index, file] of ofProject.entries()) places.set(file, (index + 1) / ofProject.length);
    const placeOf = (file: TestSpecification) =>
      file.project.config.sequence.groupOrder + (places.get(file) ?? 0) / 2;
    return sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}
