import { AwsError } from '../../engines/aws-json.ts';
import type { Log } from '../../log.ts';
import type { JsonObject } from '../../template/assembly.ts';
import { likeness, type RequestContext } from './conditions.ts';
import type { Grant } from './grants.ts';

/** An action on a resource that a request needs, in the terms of IAM. */
export interface Access {
  /** For instance `dynamodb:PutItem`. */
  action: string;
  resource: string;
  context?: RequestContext;
}

/** The accesses that an operation needs, by its name (for instance `PutItem`) and its input. */
export type AccessesOf = (operation: string, input: JsonObject) => Access[];

/** A grant, and whether it alone has allowed an access. */
export interface ReviewedGrant {
  holder: string;
  action: string;
  resource: string;
  conditions?: string;
  /** True when an access would have been denied without this grant. */
  needed: boolean;
}

/** The content of `/_local/grants`. */
export interface GrantReport {
  grants: ReviewedGrant[];
  /** The messages of the denied calls, the newest last. */
  denials: readonly string[];
}

interface JudgedGrant extends Grant {
  needed: boolean;
}

/** The greatest number of denials that are kept; the oldest are dropped first. */
const MOST_DENIALS = 200;
const UNCONDITIONAL: RequestContext = {};

/** IAM: allows holders the accesses that the templates grant them, and records which grants were needed. */
export class Authorizer {
  readonly #grants: readonly JudgedGrant[];
  readonly #byHolder: ReadonlyMap<string, readonly JudgedGrant[]>;
  readonly #denials: string[] = [];
  readonly #log: Pick<Log, 'report'>;

  constructor(grants: readonly Grant[], log: Pick<Log, 'report'>) {
    this.#grants = grants.map((grant) => ({ ...grant, needed: false }));
    this.#byHolder = Map.groupBy(this.#grants, ({ holder }) => holder);
    this.#log = log;
  }

  /** @throws AwsError `AccessDeniedException` with the holder and the action; the denial is also logged and recorded */
  authorize(holder: string, accesses: readonly Access[]): void {
    for (const access of accesses) {
      const [first, ...others] = this.#granting(holder, access);
      if (first === undefined) throw this.#denial(holder, access);
      if (others.length === 0) first.needed = true;
    }
  }

  /** Whether the access is allowed, without a record or a log line. */
  wouldAllow(holder: string, access: Access): boolean {
    return this.#granting(holder, access).length > 0;
  }

  report(): GrantReport {
    return {
      grants: this.#grants.map(({ holds: _, ...grant }) => grant),
      denials: this.#denials,
    };
  }

  #granting(holder: string, { action, resource, context = UNCONDITIONAL }: Access): JudgedGrant[] {
    return (this.#byHolder.get(holder) ?? []).filter(
      (grant) =>
        likeness(grant.action).test(action) &&
        likeness(grant.resource).test(resource) &&
        grant.holds(context),
    );
  }

  #denial(holder: string, { action, resource, context }: Access): AwsError {
    const circumstances = context === undefined ? '' : ` with ${JSON.stringify(context)}`;
    const message =
      `User: ${holder} is not authorized to perform: ${action} on resource: ${resource}${circumstances} ` +
      `because no policy allows the ${action} action`;
    this.#log.report('warn', `IAM: ${message}`);
    this.#denials.push(message);
    this.#denials.splice(0, this.#denials.length - MOST_DENIALS);
    return new AwsError('AccessDeniedException', message);
  }
}
