import { AwsError } from '../../engines/aws-json.ts';
import type { Log } from '../../log.ts';
import type { JsonObject } from '../../template/assembly.ts';
import { likeness, type RequestContext } from './conditions.ts';
import type { Grant } from './grants.ts';

/** What a request is about to do, in the terms of IAM. */
export interface Access {
  /** For instance `dynamodb:PutItem`. */
  action: string;
  resource: string;
  context?: RequestContext;
}

/** What an operation of a service is about to do, by its name such as `PutItem` and its input. */
export type AccessesOf = (operation: string, input: JsonObject) => Access[];

/** A grant, and whether something was allowed by it and by no other. */
export interface ReviewedGrant {
  holder: string;
  action: string;
  resource: string;
  conditions?: string;
  /** True when without it something that was asked for would have been refused. */
  needed: boolean;
}

/** What `/_local/grants` shows. */
export interface GrantReport {
  grants: ReviewedGrant[];
  /** The messages of the denied calls, the newest last. */
  denials: readonly string[];
}

interface JudgedGrant extends Grant {
  needed: boolean;
}

/** As many as a person looks through. */
const MOST_DENIALS = 200;
const UNCONDITIONAL: RequestContext = {};

/** IAM: lets holders do what the templates grant them, and keeps which grants that took. */
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

  /** @throws AwsError `AccessDeniedException`, naming who may not do what, which is also logged and reported */
  authorize(holder: string, accesses: readonly Access[]): void {
    for (const access of accesses) {
      const [first, ...others] = this.#granting(holder, access);
      if (first === undefined) throw this.#denial(holder, access);
      if (others.length === 0) first.needed = true;
    }
  }

  /** The same question without consequences. */
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
