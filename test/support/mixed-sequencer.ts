import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The fewest files of a block of files that share modules. */
const BLOCK = 16;
/** The long files of `integration` that begin beside the first one of `infra`: one for each other worker. */
const BESIDE = 3;

/**
 * Mixes the files of the projects of one group, so that tests that compute run while others wait. Each project keeps
 * the order of its files: the longest first. A worker loads the modules that files share again unless its next file is of
 * the same project as the last one, so these files alternate in blocks. Those of `infra` follow one another in one worker,
 * as they share templates that take seconds.
 */
export class MixedSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map<TestSpecification, number>();
    for (const ofProject of Map.groupBy(sorted, ({ project }) => project).values()) {
      const isShared = ofProject.every(({ project }) => !project.config.isolate);
      const blocks = isShared ? Math.ceil(ofProject.length / BLOCK) : ofProject.length;
      for (const [index, file] of ofProject.entries())
        places.set(file, Math.floor((index * blocks) / ofProject.length) / blocks);
    }
    const placeOf = (file: TestSpecification) =>
      file.project.config.sequence.groupOrder + (places.get(file) ?? 0);
    const mixed = sorted.toSorted((one, other) => placeOf(one) - placeOf(other));
    const filesOf = (name: string) => mixed.filter(({ project }) => project.name === name);
    const infra = filesOf('infra');
    const first = [...infra.slice(0, 1), ...filesOf('integration').slice(0, BESIDE), ...infra.slice(1)];
    return [...first, ...mixed.filter((file) => !first.includes(file))];
  }
}
