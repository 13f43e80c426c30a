import type { ModelStatus } from '../../contract/schemas.ts';
import type { ListFilter } from '../../lists/change.ts';
import { type IndexedList, listReads, pageReader } from '../../lists/list.ts';
import { ID_PREFIXES } from '../../platform/id.ts';
import { collections, keys } from '../../table/keys.ts';
import type { PageRequest } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { ofExistingTeam, teamNames } from '../team/list.ts';
import { describeModel } from './describe.ts';
import { type Model, modelKey } from './model.ts';

export function modelList({ table }: DomainContext, organizationId: string): IndexedList {
  const collection = collections.models(organizationId);
  const keyOf = (position: string) => keys.model(organizationId, `${ID_PREFIXES.model}_${position}`);
  return { table, partition: collection.PK, kind: 'model', collection, keyOf };
}

/** The reads with which a page of models begins. */
export function modelListReads(context: DomainContext, organizationId: string) {
  return [...listReads(modelList(context, organizationId)), collections.teams(organizationId)];
}

/** Models newest first. Without a status, deleted ones are included. */
export async function listModels(
  context: DomainContext,
  organizationId: string,
  request: PageRequest & { status?: ModelStatus | undefined; teamId?: string | undefined },
) {
  const { status, teamId, limit, offset } = request;
  const classes = status && [true, false].map((isDevelopment) => modelKey({ status, isDevelopment }).class);
  const filter: ListFilter = { classes: classes && new Set(classes), teamId };
  const [page, names] = await Promise.all([
    pageReader<Model>(modelList(context, organizationId), modelKey)(filter, { limit, offset }),
    teamNames(context, organizationId),
  ]);
  const { items, pagination } = ofExistingTeam(page, teamId, names);
  return { models: items.map((model) => describeModel(model, names)), pagination };
}
