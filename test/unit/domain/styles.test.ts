import { describe, expect, test } from 'vitest';
import { BACKDROP_NAMES, type StyleChoice } from '../../../shared/contract/styles.ts';
import { requireOffered, stylesOffered, stylesOfRun } from '../../../shared/domain/model/styles.ts';
import { keys } from '../../../shared/table/keys.ts';
import { update } from '../../../shared/table/transaction.ts';
import { generationWorld } from '../../support/generation-world.ts';

test('a member is offered the styles that the organization uses, and no clothes where photos are retouched', () => {
  const styles: StyleChoice = { backdrops: ['slate', 'office'], outfits: ['knitwear'] };
  expect(stylesOffered({ styles }, 'generated')).toEqual({
    backdrops: [
      { name: 'office', label: 'Office' },
      { name: 'slate', label: 'Slate' },
    ],
    outfits: [{ name: 'knitwear', label: 'Fine knitwear' }],
  });
  expect(stylesOffered({ styles }, 'retouched').outfits).toEqual([]);
  expect(stylesOffered({}, 'generated').backdrops.map(({ name }) => name)).toEqual(BACKDROP_NAMES);
});

describe('a choice', () => {
  test.each<[StyleChoice, StyleChoice, string | undefined]>([
    [{ backdrops: ['slate'] }, {}, undefined],
    [{ outfits: ['knitwear'] }, { backdrops: ['slate'] }, undefined],
    [{ backdrops: ['slate'] }, { backdrops: ['slate', 'office'] }, undefined],
    [
      { backdrops: ['slate', 'sage'] },
      { backdrops: ['slate', 'office'] },
      "'sage'; choose among slate, office",
    ],
    [{ outfits: ['roll-neck'] }, { outfits: ['knitwear'] }, "'roll-neck'; choose among knitwear"],
  ])('%o of %o', (choice, styles, error) => {
    const judge = () => requireOffered(choice, { styles });
    if (error === undefined) judge();
    else expect(judge).toThrow(error);
  });

  test('counts as far as the organization still uses it when photos are planned', () => {
    expect(stylesOfRun({ backdrops: ['slate', 'office'] }, { backdrops: ['slate', 'sage'] })).toEqual({
      backdrops: ['slate'],
    });
    expect(stylesOfRun({ backdrops: ['office'] }, { backdrops: ['sage'] })).toEqual({
      backdrops: ['office'],
    });
    expect(stylesOfRun({ outfits: ['knitwear'] }, { backdrops: ['sage'] })).toEqual({
      backdrops: ['sage'],
      outfits: ['knitwear'],
    });
  });

  test('is what photos are planned in', async () => {
    const world = await generationWorld();
    const run = await world.trainingRun({ styles: { backdrops: ['sage', 'slate'] } });
    const organization = keys.organization(world.organizationId);
    await world.table.write(update(organization, { set: { styles: { outfits: ['knitwear'] } } }));
    await world.train(run);
    await world.plan(run);
    const planned = (await world.jobsOf(run)).flatMap(({ request }) => request.shots);
    expect(planned).toHaveLength(40);
    const used = new Set(planned.map(({ style: { backdrop, outfit } }) => `${backdrop} ${outfit}`));
    expect([...used].sort()).toEqual(['sage knitwear', 'slate knitwear']);
  });
});
