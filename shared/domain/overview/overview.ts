import type { StuckGroup, StuckPerson, StuckReason } from '../../contract/admin/overview.ts';
import { UPLOAD_REQUIREMENTS } from '../../contract/upload-requirements.ts';
import { type ListFilter, lowestPositionAt } from '../../lists/change.ts';
import { listReads, pageReader } from '../../lists/list.ts';
import { type Log, readLog } from '../../lists/store.ts';
import { DAY, HOUR } from '../../platform/clock.ts';
import type { Page } from '../../table/list.ts';
import type { DomainContext } from '../context.ts';
import { memberList } from '../member/list.ts';
import type { Member } from '../member/member.ts';
import { memberKey } from '../member/status.ts';
import { isStuck } from '../model/deadline.ts';
import { modelList } from '../model/list.ts';
import { type Model, modelKey } from '../model/model.ts';
import { TIMED_STATUSES } from '../model/time-in-status.ts';
import { costOf, paceOf } from './pace.ts';
import { bouncedInvites, expiredInvites } from './stuck-invites.ts';

/** People who are named for each reason. */
const SHOWN = 20;
const MEASURED = 100;
/** Models of each status of the flow that are read. */
const IN_FLOW = 50;
const STALLED_AFTER = 3 * DAY;
const DELAYED_AFTER = 2 * HOUR;

/** Virtual classes for entries older than the threshold; never stored. */
const OLD_MODEL = 7;
const OLD_MEMBER = 6;

/** Development models are tests, and have classes of their own. */
const modelClass = (status: Model['status']) => modelKey({ status, isDevelopment: false }).class;
const first = (limit: number) => ({ limit, offset: 0 });
const inClass = (status: Model['status']): ListFilter => ({ classes: new Set([modelClass(status)]) });

/** The entries of a class that were made before a time, in milliseconds since the epoch. */
function madeBefore(time: number, from: number, to: number): ListFilter {
  return { classes: new Set([to]), expiry: { before: lowestPositionAt(time), from, to } };
}

/** The reads with which the pages of both lists begin. */
export function overviewReads(context: DomainContext, organizationId: string) {
  return [modelList, memberList].flatMap((list) => listReads(list(context, organizationId)));
}

/** Who is stuck and why, and the time and cost of models, from some hundred items at most. Viewers get no links. */
export async function describeOverview(context: DomainContext, organizationId: string, appUrl: string) {
  const now = context.clock.now();
  const list = modelList(context, organizationId);
  let log: Promise<Log> | undefined;
  const readOnce = () => {
    log ??= readLog(list.table, list.partition);
    return log;
  };
  const models = pageReader<Model>(list, modelKey, readOnce);
  const members = pageReader<Member>(memberList(context, organizationId), memberKey, readOnce);
  const stalled = now - STALLED_AFTER;
  const inFlowSince = (status: Model['status']) =>
    models(madeBefore(now - DELAYED_AFTER + 1, modelClass(status), OLD_MODEL), first(IN_FLOW));
  const [failed, incomplete, finished, notBegun, bounced, expired, ...inFlow] = await Promise.all([
    models(inClass('failed'), first(SHOWN)),
    models(madeBefore(stalled, modelClass('onboarding'), OLD_MODEL), first(SHOWN)),
    models(inClass('active'), first(MEASURED)),
    members(madeBefore(stalled, memberKey({}).class, OLD_MEMBER), first(SHOWN)),
    bouncedInvites(context, organizationId, appUrl, SHOWN),
    expiredInvites(context, organizationId),
    ...TIMED_STATUSES.map(inFlowSince),
  ]);
  const isRefused = ({ refusedUploads = 0, acceptedUploads }: Model) =>
    refusedUploads > 0 && acceptedUploads < UPLOAD_REQUIREMENTS.minPhotos;
  const finalFailures = keep(failed, ({ failureReason }) => failureReason !== undefined);
  const refused = incomplete.items.filter(isRefused);
  const missing = keep(incomplete, (model) => !isRefused(model));
  const delayed = inFlow
    .flatMap(({ items }) => items)
    .filter((model) => isDelayed(model, now))
    .toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const stuck = [
    group('model-failed', finalFailures.total, finalFailures.items.map(ofModel)),
    group('model-delayed', delayed.length, delayed.map(ofModel)),
    group('invite-bounced', bounced.length, bounced),
    group('uploads-refused', refused.length, refused.map(ofModel)),
    group('uploads-missing', missing.total, missing.items.map(ofModel)),
    group('not-begun', notBegun.pagination.total, notBegun.items.map(ofMember)),
    group('invite-expired', expired.length, expired),
  ];
  return {
    stuck: stuck.filter(({ people }) => people.length > 0),
    pace: paceOf(finished.items),
    cost: costOf(finished.items),
  };
}

/** The entries of a page that are kept, and the total without those that are known to be left out. */
function keep<Item>({ items, pagination }: Page<Item>, isKept: (item: Item) => boolean) {
  const kept = items.filter(isKept);
  return { items: kept, total: pagination.total - (items.length - kept.length) };
}

function group(reason: StuckReason, total: number, people: readonly StuckPerson[]): StuckGroup {
  return { reason, total, people: people.slice(0, SHOWN) };
}

function isDelayed(model: Model, now: number): boolean {
  const { statusSince, createdAt } = model;
  return isStuck(model, now) || Date.parse(statusSince ?? createdAt) + DELAYED_AFTER <= now;
}

function ofModel({ id, email, title, statusSince, createdAt, failureReason }: Model): StuckPerson {
  return {
    email,
    name: title,
    since: statusSince ?? createdAt,
    modelId: id,
    ...(failureReason && { failureReason }),
  };
}

function ofMember({ email, name, joinedAt }: Member): StuckPerson {
  return { email, name: name ?? null, since: joinedAt };
}
